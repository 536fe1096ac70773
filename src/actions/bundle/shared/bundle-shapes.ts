import type { Zod } from '../../kit/action.ts';
import { optionCardsShape } from '../../question/shared/option-cards-shape.ts';

/** The fields by which a request names its bundle. */
export const bundleRequest = (z: Zod) => ({
  /** The bundle's folder, or its index.md. */
  root: z.optional(z.string()),
  /** The token of the agent's context, whose binding names the bundle. */
  context: z.optional(z.string()),
});

/** A finding or blocker. */
export const findingShape = (z: Zod) =>
  z.object({
    rule: z.string(),
    ids: z.array(z.string()),
    path: z.optional(z.string()),
    detail: z.string(),
    next: z.string(),
  });

/** A question as it is put to a person. */
export const questionShape = (z: Zod) =>
  z.object({
    id: z.string(),
    ref: z.string(),
    status: z.enum(['pending', 'deferred', 'answered', 'assumed', 'superseded']),
    header: z.string(),
    prompt: z.string(),
    options: optionCardsShape(z),
    material: z.boolean(),
    default: z.optional(z.string()),
  });

/** The one thing to do now. */
export const nextShape = (z: Zod) =>
  z.object({
    kind: z.enum(['repair', 'ask', 'finish_action', 'resume', 'left', 'act']),
    text: z.string(),
    question: z.optional(questionShape(z)),
  });

/** What every answer on a bundle says. */
export const answerShape = (z: Zod) => ({
  ok: z.boolean(),
  root: z.string(),
});

/** What every answer of a command that writes says besides. */
export const writtenShape = (z: Zod) => ({
  ...answerShape(z),
  mode_status: z.string(),
  next: nextShape(z),
  warnings: z.array(findingShape(z)),
});

/** What was recorded under which id. */
export const recordedShape = (z: Zod) =>
  z.object({
    ...writtenShape(z),
    id: z.string(),
    ref: z.string(),
    status: z.string(),
    superseded: z.array(z.string()),
  });

/** A rule of every request that holds texts. */
export const noBlankText = 'A text that is given is not blank.';
