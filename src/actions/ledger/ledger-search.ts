import { searchLedger } from '../../core/ledger/read-ledger.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { list, object } from '../kit/described.ts';
import { ledgerOutputs, ledgerReadFields, pageRules } from './shared/ledger-outputs.ts';
import { readLedgerPage } from './shared/with-ledger.ts';

const output = (z: Zod) => {
  const { head, item, page } = ledgerOutputs(z);
  const { id, title, state } = head;
  const hit = z.object({
    discussion: object(z, 'Where it is', { id, title, state }),
    item: item.check(z.describe('The item')),
  });
  return z.object({ hits: list(z, hit, 'What was found'), ...page });
};

/** Items that hold the words of a query. */
export const ledgerSearch = defineAction({
  input: (z) => z.object({ query: z.string(), id: z.optional(z.string()), ...ledgerReadFields(z) }),
  output,
  semanticValidation: pageRules,
  run: ({ query, id, ...request }, context) =>
    readLedgerPage(context, request, (store, { reader, page }) =>
      searchLedger(store, { query, id, reader }, page),
    ),
});
