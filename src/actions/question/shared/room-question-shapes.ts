import { vias } from '../../../core/question/provenance.ts';
import type { Zod } from '../../kit/action.ts';
import { count, flag, object, oneOf, text } from '../../kit/described.ts';
import { optionCardsShape } from './option-cards-shape.ts';

/** A question that waits for the person. */
export const askedQuestionShape = (z: Zod) =>
  z.object({
    ...named(z),
    header: text(z, 'A word for what it is about'),
    prompt: text(z, 'What is asked, in Markdown'),
    options: optionCardsShape(z),
    allowOther: flag(z, 'Own words may answer it'),
    blocking: flag(z, 'The asker waits for the answer'),
    default: z.optional(text(z, 'What is taken without an answer')),
    asker: z.optional(text(z, 'Who asks')),
    askedAt: z.optional(text(z, 'When it was asked')),
    record: z.optional(
      object(z, 'The record that it is asked in', {
        id: text(z, 'Its tracker ID'),
        root: text(z, 'Its folder'),
        goal: text(z, 'What it is to reach'),
      }),
    ),
  });

const named = (z: Zod) => ({
  ref: text(z, 'How it is named when it is answered; in a body, never in a path'),
  source: oneOf(z, ['bundle', 'host'], 'Where it is kept'),
});

/** What was recorded of a question's end. */
export const settledQuestionShape = (z: Zod) =>
  z.object({
    ...named(z),
    status: oneOf(z, ['answered', 'declined'], 'What was recorded'),
    number: z.optional(count(z, 'Number of the chosen option; none for the free form')),
    choice: z.optional(text(z, 'Such as "2. Broader cleanup" or "Other — specify"')),
    qualification: z.optional(text(z, 'What was added to the choice')),
    words: z.optional(text(z, 'What was said, to the letter')),
    via: z.optional(oneOf(z, vias, 'How the answer came')),
  });
