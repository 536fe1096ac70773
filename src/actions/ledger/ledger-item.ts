import { readItem } from '../../core/ledger/read-ledger.ts';
import { defineAction } from '../kit/action.ts';
import { ledgerOutputs, ledgerReadFields, readRules } from './shared/ledger-outputs.ts';
import { readLedger } from './shared/with-ledger.ts';

/** One item of a discussion. */
export const ledgerItem = defineAction({
  guide: 'Answers the item with its revision.',
  input: (z) =>
    z.object({ id: z.string(), item: z.string(), context: ledgerReadFields(z).context }),
  output: (z) => {
    const { id, revision, item } = ledgerOutputs(z);
    return z.object({ id, revision, item: item.check(z.describe('The item')) });
  },
  semanticValidation: readRules,
  run: ({ id, item, ...request }, context) =>
    readLedger(context, request, (store, reader) => readItem(store, { id, item, reader })),
});
