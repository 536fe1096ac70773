import type { Recorded, StatementInput } from '../../../core/bundle/transitions/statement.ts';
import type { DeepReadonly, Zod } from '../../kit/action.ts';
import { type Written, writtenLines } from './define-bundle-action.ts';

/** Something stated, as a request gives it. */
export interface StatementRequest {
  readonly text?: string | undefined;
  readonly rationale?: string | undefined;
  /** Id of the answered question that it comes from. */
  readonly from?: string | undefined;
  /** The user's words, to the letter. */
  readonly words?: string | undefined;
  readonly rests_on?: readonly string[] | undefined;
  readonly supersedes?: readonly string[] | undefined;
}

/** The fields of a statement in a schema. */
export const statementFields = (z: Zod) => ({
  text: z.optional(z.string()),
  rationale: z.optional(z.string()),
  from: z.optional(z.string()),
  words: z.optional(z.string()),
  rests_on: z.optional(z.array(z.string())),
  supersedes: z.optional(z.array(z.string())),
});

/** The fields of a statement that is made, not one that is accepted. */
export const madeStatementFields = (z: Zod) => ({ ...statementFields(z), text: z.string() });

/** A statement as the rules take it. */
export function statementInput(request: StatementRequest): StatementInput {
  const { text = '', rationale, from, words, rests_on, supersedes } = request;
  return {
    text,
    ...(rationale === undefined ? {} : { rationale }),
    ...(from === undefined ? {} : { from }),
    ...(words === undefined ? {} : { words }),
    ...(rests_on === undefined ? {} : { dependsOn: rests_on }),
    ...(supersedes === undefined ? {} : { supersedes }),
  };
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
