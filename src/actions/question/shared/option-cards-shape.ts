import type { Zod } from '../../kit/action.ts';
import { count, flag, objects, text } from '../../kit/described.ts';

/** The options of a question as they are put to a person, in the saved order. */
export const optionCardsShape = (z: Zod) =>
  objects(z, 'What can be chosen', {
    number: count(z, 'By which it is chosen'),
    label: text(z, 'The option'),
    description: text(z, 'What choosing it brings'),
    recommended: flag(z, 'The asker recommends it'),
  });
