import { readId } from '../../core/bundle/entry-id.ts';
import { type AnswerInput, answer } from '../../core/bundle/transitions/answer.ts';
import { isVia, type Via, vias } from '../../core/question/provenance.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { type BundleRequest, changeActive } from './shared/bundle-active.ts';
import { bundleRequest, questionShape, writtenShape } from './shared/bundle-shapes.ts';
import { defineBundleAction, written, writtenLines } from './shared/define-bundle-action.ts';

interface AnswerRequest extends BundleRequest {
  /** The question; the pending one without it. */
  readonly id?: string;
  /** What the person said, to the letter. */
  readonly words?: string;
  readonly via?: string;
}

const input = (z: Zod) =>
  z.object({
    ...bundleRequest(z),
    id: z.optional(z.string()),
    words: z.optional(z.string()),
    /** How the answer came; typed without it. */
    via: z.optional(z.enum(vias)),
  });

const output = (z: Zod) =>
  z.object({
    ...writtenShape(z),
    id: z.string(),
    status: z.enum(['answered', 'assumed']),
    number: z.optional(z.int()),
    choice: z.string(),
    qualification: z.optional(z.string()),
    words: z.string(),
    via: z.enum(vias),
    assumption: z.optional(z.string()),
    /** The question whose turn it is now. */
    asked_next: z.nullable(questionShape(z)),
  });

/** Records the person's reply to a question, mapped to its saved options. */
export const bundleAnswer = defineBundleAction({
  input,
  output,
  async run(request: AnswerRequest, context) {
    const given = readAnswer(request);
    if (isRefusal(given)) return given;
    const changed = await changeActive(request, context, { transition: answer, input: given });
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
function readAnswer({ id, words, via = 'typed' }: AnswerRequest): AnswerInput | Refusal {
  if (!isVia(via)) {
    return refuse('invalid_input', `via takes ${vias.join(', ')}, got "${via}"`, { field: 'via' });
  }
  const known: { readonly via: Via } = { via };
  if (id === undefined) return { ...known, words: words ?? '' };
  if (words === undefined && readId(id) === undefined) return { ...known, words: id };
  return { ...known, id, words: words ?? '' };
}
