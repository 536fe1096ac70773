import { defineAction } from '../kit/action.ts';
import { flag, text } from '../kit/described.ts';

/** Makes the store of the project in the working directory. */
export const init = defineAction({
  input: (z) => z.object({ store: z.optional(z.string()) }),
  output: (z) =>
    z.object({ store: text(z, 'Path of the store'), created: flag(z, 'It was not there before') }),
  async run({ store }, { ports, directory }) {
    const ledgers = await ports.ledgers();
    return ledgers.init({ directory, store });
  },
  text: ({ store, created }) =>
    created ? `Made the project's store ${store}\n` : `The project's store is there: ${store}\n`,
});
