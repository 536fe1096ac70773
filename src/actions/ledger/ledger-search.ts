import { searchLedger } from '../../core/ledger/read-ledger.ts';
import { type ReadFields, readRequest } from '../../core/ledger/read-request.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { list, object } from '../kit/described.ts';
import { ledgerOutputs, ledgerReadFields, pageRules } from './shared/ledger-outputs.ts';
import { withLedger } from './shared/with-ledger.ts';

interface Request extends ReadFields {
  readonly query: string;
  readonly id?: string;
  readonly store?: string;
}

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
  async run(request: Request, context) {
    const read = readRequest(request);
    if (isRefusal(read)) return read;
    const { query, id } = request;
    const search = { query, id, reader: read.reader };
    return withLedger(context, request, (store) => searchLedger(store, search, read.page));
  },
});
