import { foldLabel } from '../../../core/question/question.ts';
import {
  badQuestion,
  type CheckedQuestion,
  checkQuestion,
  type OptionDraft,
  questionFaults,
} from '../../../core/question/style.ts';
import { type Refusal, refuse } from '../../../core/refusal.ts';
import type { DeepReadonly, InputOf, Zod } from '../../kit/action.ts';
import { flag, list, text } from '../../kit/described.ts';

/** The shape of a question that is asked. */
export const questionRequest = (z: Zod) => {
  const optionalText = (description: string) => z.optional(text(z, description));
  const optionalFlag = (description: string) => z.optional(flag(z, description));
  const option = z.object({
    label: text(z, 'A few words that answer the question'),
    description: text(z, 'What choosing it brings'),
    recommended: optionalFlag('You recommend it'),
  });
  const options = 'Two or three that exclude each other, a recommended one first; Other is added';
  const recommended =
    'The option that you recommend, by its number (1) or its label; the same as recommended on the option or (Recommended) behind its label';
  const timeout = 'Seconds after which it counts as timed out; without it, the question waits on';
  return z.object({
    header: optionalText('A word for what it is about, up to 12 characters'),
    question: optionalText('What is asked, one thing'),
    options: z.optional(list(z, option, options)),
    recommended: z.optional(z.union([z.int(), z.string()]).check(z.describe(recommended))),
    allow_other: optionalFlag('Whether the user may answer in words of their own (true)'),
    blocking: optionalFlag(
      'Whether you stop until it is answered (true); false when you go on with a default that you have stated',
    ),
    text_fallback: optionalFlag(
      'Answer with the question as numbered text when nothing reaches the user',
    ),
    timeout: z.optional(z.number().check(z.describe(timeout))),
    bundle_question: optionalText(
      'Put this question of a record bundle instead, such as bundle:<tracker>#Q001 or Q001, and record the answer there',
    ),
    root: optionalText('The folder of that bundle; alone, its pending question is put'),
    context: optionalText('The context token whose binding names that bundle'),
  });
};

/** A question as it is asked through any entry point. */
export type QuestionRequest = DeepReadonly<InputOf<typeof questionRequest>>;

/** Whether a question of a record is meant, and not one that the request itself holds. */
export function namesBundle({
  bundle_question,
  root,
  header,
  question,
  options,
}: QuestionRequest): boolean {
  if (bundle_question !== undefined) return true;
  return (
    root !== undefined && header === undefined && question === undefined && options === undefined
  );
}

/** Checks the question of a request against every rule; refused with `bad_question`. */
export function readQuestion({
  header = '',
  question: prompt = '',
  options = [],
  recommended,
}: QuestionRequest): CheckedQuestion | Refusal {
  const named = recommended === undefined ? undefined : placeOf(options, recommended);
  const draft = {
    header,
    prompt,
    options: options.map((option, index) =>
      index === named ? { ...option, recommended: true } : option,
    ),
  };
  if (named !== -1) return checkQuestion(draft);
  const unknown = {
    rule: 'recommended_unknown',
    ids: [],
    detail: `no option is "${recommended}"`,
    next: 'give the number or the label of the first option, or leave it out',
  };
  return badQuestion([...questionFaults(draft), unknown]);
}

function placeOf(options: readonly OptionDraft[], named: number | string): number {
  if (typeof named === 'number') return named >= 1 && named <= options.length ? named - 1 : -1;
  const foldedName = foldLabel(named);
  const byLabel = options.findIndex(({ label }) => foldLabel(label) === foldedName);
  return byLabel < 0 && /^\d+$/.test(foldedName) ? placeOf(options, Number(foldedName)) : byLabel;
}

/** Longest time that may be waited, in seconds: a week. */
const longestTimeout = 604_800;

/** Refuses a time that cannot be waited. */
export function checkTimeout(timeout: number | undefined): Refusal | undefined {
  if (timeout === undefined || (timeout >= 0 && timeout <= longestTimeout)) return undefined;
  return refuse('invalid_input', `timeout takes 0 to ${longestTimeout} seconds, got ${timeout}`, {
    field: 'timeout',
  });
}
