import type { Zod } from '../../kit/action.ts';

/** The options of a question as they are put to a person, in the saved order. */
export const optionCardsShape = (z: Zod) =>
  z.array(
    z.object({
      number: z.int(),
      label: z.string(),
      description: z.string(),
      recommended: z.boolean(),
    }),
  );
