import { searchLedger } from '../../core/ledger/read-ledger.ts';
import { type ReadFields, readRequest } from '../../core/ledger/read-request.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { ledgerOutputs, ledgerReadFields, pageRules } from './shared/ledger-outputs.ts';
import { withLedger } from './shared/with-ledger.ts';

interface Request extends ReadFields {
  readonly query: string;
  readonly id?: string;
  readonly store?: string;
}

const output = (z: Zod) => {
  const { state, item, page } = ledgerOutputs(z);
  const discussion = z.object({ id: z.string(), title: z.string(), state });
  return z.object({ hits: z.array(z.object({ discussion, item })), ...page });
};

/** Items that hold the words of a query. */
export const ledgerSearch = defineAction({
  input: (z) => z.object({ query: z.string(), id: z.optional(z.string()), ...ledgerReadFields(z) }),
  output,
  semanticValidation: pageRules,
  async run(request: Request, context) {
    const read = readRequest(request);
    if (isRefusal(read)) return read;
    const { query, id } = request;
    const wanted = { query, id, reader: read.reader };
    return withLedger(context, request, (store) => searchLedger(store, wanted, read.page));
  },
});
