import { defineAction } from '../kit/action.ts';
import { flag, text } from '../kit/described.ts';

/** Makes the store of the project in the working directory. */
export const init = defineAction({
  input: (z) => z.object({ store: z.optional(z.string()) }),
  output: (z) =>
    z.object({
      store: text(z, 'Path of the store'),
      created: flag(z, 'It was not there before'),
      untrusted: z.optional(
        z.literal(true).check(z.describe('Hooks only read it until `discuss store trust`')),
      ),
    }),
  async run({ store }, { ports, directory }) {
    const ledgers = await ports.ledgers();
    return ledgers.init({ directory, store });
  },
  text: ({ store, created, untrusted }) =>
    (created ? `Made the project's store ${store}\n` : `The project's store is there: ${store}\n`) +
    (untrusted === true ? 'Hooks only read it until you run `discuss store trust`\n' : ''),
});
