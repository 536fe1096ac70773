import { vias } from '../../../core/question/provenance.ts';
import type { Zod } from '../../kit/action.ts';
import { optionCardsShape } from './option-cards-shape.ts';

/** A question that waits for the person. */
export const askedQuestionShape = (z: Zod) =>
  z.object({
    /** How it is named when it is answered; it holds `#`, so it stands in a body and never in a path. */
    ref: z.string(),
    source: z.enum(['bundle', 'host']),
    header: z.string(),
    /** Markdown. */
    prompt: z.string(),
    options: optionCardsShape(z),
    allowOther: z.boolean(),
    blocking: z.boolean(),
    default: z.optional(z.string()),
    asker: z.optional(z.string()),
    askedAt: z.optional(z.string()),
    record: z.optional(z.object({ id: z.string(), root: z.string(), goal: z.string() })),
  });

/** What was recorded of a question's end. */
export const settledQuestionShape = (z: Zod) =>
  z.object({
    ref: z.string(),
    source: z.enum(['bundle', 'host']),
    status: z.enum(['answered', 'declined']),
    /** Number of the chosen option; none for the free form. */
    number: z.optional(z.int()),
    /** `2. Broader cleanup`, or `Other — specify`. */
    choice: z.optional(z.string()),
    qualification: z.optional(z.string()),
    words: z.optional(z.string()),
    via: z.optional(z.enum(vias)),
  });
