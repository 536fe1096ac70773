import { readItemHistory } from '../../core/ledger/read-ledger.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { list, text } from '../kit/described.ts';
import {
  changeEffect,
  ledgerOutputs,
  ledgerReadFields,
  pageRules,
} from './shared/ledger-outputs.ts';
import { readLedgerPage } from './shared/with-ledger.ts';

const output = (z: Zod) => {
  const { id, itemId, revision, batch, page } = ledgerOutputs(z);
  const operation = z.looseObject({ op: text(z, 'Which operation') });
  const change = z.object({
    revision: batch.revision,
    created_at: batch.created_at,
    effect: changeEffect(z),
    operation: z.nullable(operation).check(z.describe('As it was sent')),
  });
  const changes = list(z, change, 'Oldest first');
  return z.object({ id, revision, item: itemId, changes, ...page });
};

/** What happened to one item: what changed and why. */
export const ledgerItemHistory = defineAction({
  input: (z) => z.object({ id: z.string(), item: z.string(), ...ledgerReadFields(z) }),
  output,
  semanticValidation: pageRules,
  run: ({ id, item, ...request }, context) =>
    readLedgerPage(context, request, (store, { reader, page }) =>
      readItemHistory(store, { id, item, reader }, page),
    ),
});
