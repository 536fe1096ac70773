import { readCurrent } from '../../core/ledger/read-ledger.ts';
import { type ReadFields, readerOf } from '../../core/ledger/read-request.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { ledgerOutputs, ledgerReadFields, readRules } from './shared/ledger-outputs.ts';
import { withLedger } from './shared/with-ledger.ts';

const output = (z: Zod) => {
  const { state, kind } = ledgerOutputs(z);
  const quoted = z.object({ id: z.string(), text: z.string() });
  const current = z.object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    revision: z.int(),
    state,
    pending: z.array(z.string()),
    pending_total: z.int(),
    pending_questions: z.array(quoted),
    last_item: z.nullable(z.object({ id: z.string(), kind, text: z.string() })),
    unassigned: z.int(),
    unassigned_ids: z.array(z.string()),
    capture: z.literal('agent_submitted_with_optional_host_reply'),
  });
  return z.union([current, z.object({ discussion: z.null() })]);
};

/** What is current in a discussion: named, or the one that the context is bound to. */
export const ledgerCurrent = defineAction({
  input: (z) => z.object({ id: z.optional(z.string()), context: ledgerReadFields(z).context }),
  output,
  semanticValidation: readRules,
  async run(request: ReadFields & { readonly id?: string; readonly store?: string }, context) {
    const reader = readerOf(request);
    if (isRefusal(reader)) return reader;
    return withLedger(context, request, (store) => readCurrent(store, { id: request.id, reader }));
  },
});
