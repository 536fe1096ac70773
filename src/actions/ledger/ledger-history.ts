import { readHistory } from '../../core/ledger/read-ledger.ts';
import { type ReadFields, readRequest } from '../../core/ledger/read-request.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { list } from '../kit/described.ts';
import { ledgerOutputs, ledgerReadFields, pageRules } from './shared/ledger-outputs.ts';
import { withLedger } from './shared/with-ledger.ts';

const output = (z: Zod) => {
  const { id, batch, page } = ledgerOutputs(z);
  const revisions = list(z, z.object(batch), 'Accepted batches, oldest first');
  return z.object({ id, revisions, ...page });
};

/** The accepted batches of a discussion, oldest first. */
export const ledgerHistory = defineAction({
  guide: 'Answers a page of batches, each as it was sent.',
  input: (z) => z.object({ id: z.string(), ...ledgerReadFields(z) }),
  output,
  semanticValidation: pageRules,
  async run(request: ReadFields & { readonly id: string; readonly store?: string }, context) {
    const read = readRequest(request);
    if (isRefusal(read)) return read;
    return withLedger(context, request, (store) => readHistory(store, { id: request.id, ...read }));
  },
});
