import { readList } from '../../core/ledger/read-ledger.ts';
import { type ReadFields, readRequest } from '../../core/ledger/read-request.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { ledgerOutputs, ledgerReadFields, pageRules } from './shared/ledger-outputs.ts';
import { withLedger } from './shared/with-ledger.ts';

const output = (z: Zod) => {
  const { state, page } = ledgerOutputs(z);
  const entry = z.object({
    id: z.string(),
    title: z.string(),
    state,
    revision: z.int(),
    unbound: z.boolean(),
  });
  return z.object({ discussions: z.array(entry), ...page });
};

/** The discussions of a context and unbound ones, in order of creation. */
export const ledgerListDiscussions = defineAction({
  input: (z) => z.object(ledgerReadFields(z)),
  output,
  semanticValidation: pageRules,
  async run(request: ReadFields & { readonly store?: string }, context) {
    const read = readRequest(request);
    if (isRefusal(read)) return read;
    return withLedger(context, request, (store) => readList(store, read));
  },
});
