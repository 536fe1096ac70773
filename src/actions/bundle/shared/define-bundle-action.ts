import type { NextStep } from '../../../core/bundle/status.ts';
import { readStatus } from '../../../core/bundle/status.ts';
import type { Finding } from '../../../core/finding.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import { jsonLine } from '../../../core/text/json-line.ts';
import { showInvisible } from '../../../core/text/visible-escapes.ts';
import {
  type Action,
  type ActionScope,
  type DeepReadonly,
  defineAction,
} from '../../kit/action.ts';
import {
  type BundleChange,
  type BundleRequest,
  type ChangedBundle,
  changeActive,
} from './bundle-active.ts';
import { nextLines, refusalLines, refusalObject, warningLines } from './bundle-answer-text.ts';

/** An action on a bundle, apart from how its output is printed. */
export interface BundleAction<Input extends BundleRequest, Output extends { readonly ok: boolean }>
  extends Pick<Action<Input, Output>, 'input' | 'output' | 'run' | 'guide' | 'semanticValidation'> {
  /** The output as lines for people. */
  lines(output: DeepReadonly<Output>, input: NoInfer<Input>): readonly string[];
}

/**
 * Defines an action on a bundle. With `json` its output and refusals are one object on standard output, else lines
 * for people; an output that is not `ok` ends with status 1.
 */
export function defineBundleAction<
  Input extends BundleRequest,
  Output extends { readonly ok: boolean },
>({ lines, ...action }: BundleAction<Input, Output>): Action<Input, Output> {
  return defineAction<Input, Output>({
    ...action,
    text: (output, input) =>
      input.json === true
        ? jsonLine(output)
        : showInvisible(`${lines(output, input).join('\n')}\n`),
    refusal: (refusal, input: BundleRequest | undefined) =>
      input?.json === true
        ? { stdout: jsonLine(refusalObject(refusal)) }
        : { stderr: refusalLines(refusal).join('\n') },
    exitCode: ({ ok }) => (ok ? 0 : 1),
  });
}

/** What every output of a command that writes says. */
export interface Written {
  readonly ok: true;
  readonly root: string;
  readonly mode_status: string;
  readonly next: NextStep;
  readonly warnings: readonly Finding[];
}

/** Where a discussion stands after a command. */
export function written<Outcome>(changed: ChangedBundle<Outcome>): Written {
  const { bundle, findings, snapshot, warnings } = changed;
  const { mode_status, next } = readStatus(bundle, findings, warnings);
  return { ok: true, root: snapshot.root, mode_status, next, warnings: [...warnings, ...findings] };
}

/** Changes the bundle that is meant by a rule; returns what came of it and where the discussion stands then. */
export async function writeActive<Input, Outcome extends object>(
  request: BundleRequest,
  context: ActionScope,
  change: BundleChange<Input, Outcome>,
): Promise<(Written & Outcome) | Refusal> {
  const changed = await changeActive(request, context, change);
  return isRefusal(changed) ? changed : { ...written(changed), ...changed.outcome };
}

/** The lines that end the output of a command that writes. */
export function writtenLines({
  next,
  warnings,
}: DeepReadonly<Pick<Written, 'next' | 'warnings'>>): string[] {
  return [...warningLines(warnings), ...nextLines(next)];
}
