import type { Zod } from './action.ts';
import type { ZodMiniType } from './zod-subset.ts';

/** A text field that says what it holds. */
export const text = (z: Zod, description: string) => z.string().check(z.describe(description));

/** A list of texts. */
export const texts = (z: Zod, description: string) =>
  z.array(z.string()).check(z.describe(description));

/** A whole number. */
export const count = (z: Zod, description: string) => z.int().check(z.describe(description));

/** A yes or no. */
export const flag = (z: Zod, description: string) => z.boolean().check(z.describe(description));

/** One of several words. */
export const oneOf = <const Words extends readonly string[]>(
  z: Zod,
  words: Words,
  description: string,
) => z.enum(words).check(z.describe(description));

/** A list of what a schema describes. */
export const list = <Entry extends ZodMiniType>(z: Zod, entry: Entry, description: string) =>
  z.array(entry).check(z.describe(description));

type Fields = Readonly<Record<string, ZodMiniType>>;

/** An object with these fields. */
export const object = <Shape extends Fields>(z: Zod, description: string, fields: Shape) =>
  z.object(fields).check(z.describe(description));

/** A list of objects with these fields. */
export const objects = <Shape extends Fields>(z: Zod, description: string, fields: Shape) =>
  z.array(z.object(fields)).check(z.describe(description));
