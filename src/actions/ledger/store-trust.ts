import { defineAction } from '../kit/action.ts';
import { flag, text } from '../kit/described.ts';

/** Trusts the store of the project, so that hooks write to it. */
export const storeTrust = defineAction({
  input: (z) => z.object({ store: z.optional(z.string()) }),
  output: (z) =>
    z.object({
      store: text(z, 'Path of the store'),
      added: flag(z, 'It was not trusted before'),
    }),
  async run({ store }, { ports, directory }) {
    const ledgers = await ports.ledgers();
    return ledgers.trust({ directory, store });
  },
  text: ({ store, added }) =>
    added ? `Hooks write to ${store} from now on\n` : `It was trusted before: ${store}\n`,
});
