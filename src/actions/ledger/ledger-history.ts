import { readHistory } from '../../core/ledger/read-ledger.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { list } from '../kit/described.ts';
import { ledgerOutputs, ledgerReadFields, pageRules } from './shared/ledger-outputs.ts';
import { readLedgerPage } from './shared/with-ledger.ts';

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
  run: ({ id, ...request }, context) =>
    readLedgerPage(context, request, (store, query) => readHistory(store, { id, ...query })),
});
