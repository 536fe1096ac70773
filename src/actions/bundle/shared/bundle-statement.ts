import type { Transition } from '../../../core/bundle/transition.ts';
import type { Recorded, StatementInput } from '../../../core/bundle/transitions/statement.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import type { DeepReadonly, InputOf, Zod } from '../../kit/action.ts';
import { bundleRequest, noBlankText, recordedShape } from './bundle-shapes.ts';
import {
  defineBundleAction,
  type Written,
  writeActive,
  writtenLines,
} from './define-bundle-action.ts';

/** The fields of a statement in a schema. */
export const statementFields = (z: Zod) => ({
  text: z.optional(z.string()),
  rationale: z.optional(z.string()),
  from: z.optional(z.string()),
  words: z.optional(z.string()),
  rests_on: z.optional(z.array(z.string())),
  supersedes: z.optional(z.array(z.string())),
});

/** A statement as a request makes it. */
export type StatementRequest = InputOf<typeof statement>;
const statement = (z: Zod) => z.object(statementFields(z));

/** A statement as the rules take it. */
export function statementInput(request: StatementRequest): StatementInput {
  const { text = '', rationale, from, words, rests_on: dependsOn, supersedes } = request;
  return omitUndefined({ text, rationale, from, words, dependsOn, supersedes });
}

/** Defines the action that makes a statement of one kind. */
export function defineStatement(transition: Transition<StatementInput, Recorded>, guide: string) {
  return defineBundleAction({
    guide,
    input: (z) => z.object({ ...bundleRequest(z), ...statementFields(z), text: z.string() }),
    output: recordedShape,
    semanticValidation: [noBlankText],
    run: (request, context) =>
      writeActive(request, context, { transition, input: statementInput(request) }),
    lines: recordedLines,
  });
}

/** The output of a statement, for people. */
export function recordedLines({
  id,
  status,
  superseded,
  ...rest
}: DeepReadonly<Recorded & Pick<Written, 'next' | 'warnings'>>): string[] {
  const instead = superseded.length === 0 ? '' : `, in place of ${superseded.join(', ')}`;
  return [`${id} ${status}${instead}`, ...writtenLines(rest)];
}
