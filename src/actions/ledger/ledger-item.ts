import { readItem } from '../../core/ledger/read-ledger.ts';
import { type ReadFields, readerOf } from '../../core/ledger/read-request.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction } from '../kit/action.ts';
import { ledgerOutputs, ledgerReadFields, readRules } from './shared/ledger-outputs.ts';
import { withLedger } from './shared/with-ledger.ts';

interface Request extends ReadFields {
  readonly id: string;
  readonly item: string;
  readonly store?: string;
}

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
  async run(request: Request, context) {
    const reader = readerOf(request);
    if (isRefusal(reader)) return reader;
    const { id, item } = request;
    return withLedger(context, request, (store) => readItem(store, { id, item, reader }));
  },
});
