import { readHistory } from '../../core/ledger/read-ledger.ts';
import { type ReadFields, readRequest } from '../../core/ledger/read-request.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { ledgerOutputs, ledgerReadFields, pageRules } from './shared/ledger-outputs.ts';
import { withLedger } from './shared/with-ledger.ts';

const output = (z: Zod) => {
  const { batch, page } = ledgerOutputs(z);
  return z.object({ id: z.string(), revisions: z.array(z.object(batch)), ...page });
};

/** The accepted batches of a discussion, oldest first. */
export const ledgerHistory = defineAction({
  input: (z) => z.object({ id: z.string(), ...ledgerReadFields(z) }),
  output,
  semanticValidation: pageRules,
  async run(request: ReadFields & { readonly id: string; readonly store?: string }, context) {
    const read = readRequest(request);
    if (isRefusal(read)) return read;
    return withLedger(context, request, (store) => readHistory(store, { id: request.id, ...read }));
  },
});
