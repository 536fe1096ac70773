import { readItemHistory } from '../../core/ledger/read-ledger.ts';
import { type ReadFields, readRequest } from '../../core/ledger/read-request.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { list, text } from '../kit/described.ts';
import {
  changeEffect,
  ledgerOutputs,
  ledgerReadFields,
  pageRules,
} from './shared/ledger-outputs.ts';
import { withLedger } from './shared/with-ledger.ts';

interface Request extends ReadFields {
  readonly id: string;
  readonly item: string;
  readonly store?: string;
}

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
  async run(request: Request, context) {
    const read = readRequest(request);
    if (isRefusal(read)) return read;
    const { id, item } = request;
    const query = { id, item, reader: read.reader };
    return withLedger(context, request, (store) => readItemHistory(store, query, read.page));
  },
});
