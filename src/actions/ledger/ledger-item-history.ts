import { readItemHistory } from '../../core/ledger/read-ledger.ts';
import { type ReadFields, readRequest } from '../../core/ledger/read-request.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { ledgerOutputs, ledgerReadFields, pageRules } from './shared/ledger-outputs.ts';
import { withLedger } from './shared/with-ledger.ts';

interface Request extends ReadFields {
  readonly id: string;
  readonly item: string;
  readonly store?: string;
}

const output = (z: Zod) => {
  const change = z.object({
    revision: z.int(),
    created_at: z.string(),
    effect: z.enum(['named', 'staled']),
    operation: z.nullable(z.looseObject({ op: z.string() })),
  });
  return z.object({
    id: z.string(),
    revision: z.int(),
    item: z.string(),
    changes: z.array(change),
    ...ledgerOutputs(z).page,
  });
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
    const wanted = { id, item, reader: read.reader };
    return withLedger(context, request, (store) => readItemHistory(store, wanted, read.page));
  },
});
