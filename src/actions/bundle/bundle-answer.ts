import { readId } from '../../core/bundle/entry-id.ts';
import { type AnswerInput, answer } from '../../core/bundle/transitions/answer.ts';
import { vias } from '../../core/question/provenance.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { InputOf, Zod } from '../kit/action.ts';
import { count, oneOf, text } from '../kit/described.ts';
import { changeActive } from './shared/bundle-active.ts';
import { bundleRequest, entryShape, questionShape, writtenShape } from './shared/bundle-shapes.ts';
import { choose } from './shared/choose.ts';
import { defineBundleAction, written, writtenLines } from './shared/define-bundle-action.ts';

const input = (z: Zod) =>
  z.object({
    ...bundleRequest(z),
    id: z.optional(z.string()),
    words: z.optional(z.string()),
    via: z.optional(oneOf(z, vias, 'How it came (typed)')),
  });

const output = (z: Zod) =>
  z.object({
    ...writtenShape(z),
    id: entryShape(z).id,
    status: oneOf(z, ['answered', 'assumed'], 'What was recorded'),
    number: z.optional(count(z, 'Number of the chosen option')),
    choice: text(z, 'What was chosen'),
    qualification: z.optional(text(z, 'What was added to it')),
    words: text(z, 'The reply to the letter'),
    via: oneOf(z, vias, 'How it came'),
    assumption: z.optional(text(z, 'Id of the assumption that was recorded')),
    asked_next: z.nullable(questionShape(z)).check(z.describe('The question whose turn it is now')),
  });

/** Records the person's reply to a question, mapped to its saved options. */
export const bundleAnswer = defineBundleAction({
  guide:
    'Use it at once when the user has answered, before anything else. words is the reply to the letter; a number chooses an option. Answers what was recorded; next: bundle_decide where it decides something.',
  input,
  output,
  async run(request, context) {
    const reply = readAnswer(request);
    if (isRefusal(reply)) return reply;
    const changed = await changeActive(request, context, { transition: answer, input: reply });
    if (isRefusal(changed)) return changed;
    const { next, ...outcome } = changed.outcome;
    return { ...written(changed), ...outcome, asked_next: next ?? null };
  },
  lines: ({ id, status, choice, qualification, assumption, ...rest }) => [
    `${id} ${status}: ${choice}${qualification === undefined ? '' : `, ${qualification}`}`,
    ...(assumption === undefined ? [] : [`Recorded as the assumption ${assumption}`]),
    ...writtenLines(rest),
  ],
  semanticValidation: [
    'A number picks by the saved order, "2, but …" with a qualification, the name of an option picks it; other words are the free form.',
    'An empty reply, a bare Other or yes, a number that is not there, several numbers and a question in return pick nothing (bad_answer with one follow_up).',
    'What timed out or was assumed never answers a material question.',
  ],
});

/** One word that is no id is the reply to the pending question. */
function readAnswer(request: InputOf<typeof input>): AnswerInput | Refusal {
  const { id, words } = request;
  const via = choose('via', vias, request.via ?? 'typed');
  if (isRefusal(via)) return via;
  if (id === undefined) return { via, words: words ?? '' };
  if (words === undefined && readId(id) === undefined) return { via, words: id };
  return { via, id, words: words ?? '' };
}
