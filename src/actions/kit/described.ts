import type { Zod } from './action.ts';

/** A text field that says what it holds. */
export const text = (z: Zod, description: string) => z.string().check(z.describe(description));

/** A list of texts. */
export const texts = (z: Zod, description: string) =>
  z.array(z.string()).check(z.describe(description));

/** A whole number. */
export const count = (z: Zod, description: string) => z.int().check(z.describe(description));

/** A yes or no. */
export const flag = (z: Zod, description: string) => z.boolean().check(z.describe(description));
