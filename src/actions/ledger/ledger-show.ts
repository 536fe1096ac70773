import { readItems } from '../../core/ledger/read-ledger.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { texts } from '../kit/described.ts';
import { ledgerOutputs, ledgerReadFields, pageRules } from './shared/ledger-outputs.ts';
import { readLedgerPage } from './shared/with-ledger.ts';

const output = (z: Zod) => {
  const { head, item, page } = ledgerOutputs(z);
  const items = z.record(z.string(), item).check(z.describe('The items of the page, by id'));
  return z.object({ ...head, items, item_order: texts(z, 'Their ids in asking order'), ...page });
};

/** A discussion with a page of its items. */
export const ledgerShow = defineAction({
  guide: 'Answers the head and a page of items by id; item_order has them in asking order.',
  input: (z) => z.object({ id: z.string(), ...ledgerReadFields(z) }),
  output,
  semanticValidation: pageRules,
  run: ({ id, ...request }, context) =>
    readLedgerPage(context, request, (store, query) => readItems(store, { id, ...query })),
});
