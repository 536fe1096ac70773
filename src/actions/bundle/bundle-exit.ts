import { exitTargets } from '../../core/bundle/exit-blockers.ts';
import { exit } from '../../core/bundle/transitions/exit.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { oneOf } from '../kit/described.ts';
import { type BundleRequest, changeBundle, readActive } from './shared/bundle-active.ts';
import { bundleRequest, standingFields, writtenShape } from './shared/bundle-shapes.ts';
import { defineBundleAction, written, writtenLines } from './shared/define-bundle-action.ts';

interface ExitRequest extends BundleRequest {
  /** `plan` or `execute`; words of a command line are joined. */
  readonly target?: string | readonly string[] | undefined;
  readonly plan_record?: string | undefined;
  readonly words?: string | undefined;
}

const input = (z: Zod) =>
  z.object({
    ...bundleRequest(z),
    target: z.enum(exitTargets),
    plan_record: z.optional(z.string()),
    words: z.optional(z.string()),
  });

const output = (z: Zod) =>
  z.object({
    ...writtenShape(z),
    target: oneOf(z, exitTargets, 'Where to'),
    execution_readiness: standingFields(z).execution_readiness,
    profile: standingFields(z).profile,
  });

/** Leaves the discussion for planning or for execution, when nothing stands in the way. */
export const bundleExit = defineBundleAction({
  guide:
    'Use it when the user has chosen to plan or to execute; words are theirs. Refused with the blockers while there are any.',
  input,
  output,
  async run({ target = '', plan_record: planRecord, words, ...request }: ExitRequest, context) {
    const active = await readActive(request, context);
    if (isRefusal(active)) return active;
    const repository = await active.bundles.git.repository(active.snapshot.root);
    const input = omitUndefined({
      target: typeof target === 'string' ? target : target.join(' '),
      findings: active.findings,
      planRecord,
      words,
    });
    const change = { transition: exit, input, repository };
    const changed = await changeBundle(active, change, context);
    return isRefusal(changed) ? changed : { ...written(changed), ...changed.outcome };
  },
  lines: ({ target, profile, ...rest }) => [
    `Left for ${target === 'plan' ? 'planning' : 'execution'}; profile ${profile}`,
    ...writtenLines(rest),
  ],
  semanticValidation: [
    'Only plan and execute leave; any other words are answered with the two and the recommended one.',
    'Every blocker is listed at once (exit_blocked, details.blockers).',
  ],
});
