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
  input: (z) =>
    z.object({ id: z.string(), item: z.string(), context: ledgerReadFields(z).context }),
  output: (z) => z.object({ id: z.string(), revision: z.int(), item: ledgerOutputs(z).item }),
  semanticValidation: readRules,
  async run(request: Request, context) {
    const reader = readerOf(request);
    if (isRefusal(reader)) return reader;
    const { id, item } = request;
    return withLedger(context, request, (store) => readItem(store, { id, item, reader }));
  },
});
