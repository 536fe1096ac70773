import { readCurrent } from '../../core/ledger/read-ledger.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { count, objects, text, texts } from '../kit/described.ts';
import { ledgerOutputs, ledgerReadFields, readRules } from './shared/ledger-outputs.ts';
import { readLedger } from './shared/with-ledger.ts';

const output = (z: Zod) => {
  const { state, kind, item, head, revision } = ledgerOutputs(z);
  const { id, text: words } = item.shape;
  const current = z.object({
    id: head.id,
    title: head.title,
    description: head.description,
    revision,
    state,
    pending: texts(z, 'Ids of the first open questions'),
    pending_total: count(z, 'How many questions are open'),
    pending_questions: objects(z, 'The first of them with their texts', { id, text: words }),
    last_item: z
      .nullable(z.object({ id, kind, text: words }))
      .check(z.describe('What was recorded last')),
    unassigned: count(z, 'How many replies have no question'),
    unassigned_ids: texts(z, 'Ids of the first of them'),
    capture: z.literal('agent_submitted_with_optional_host_reply').check(z.describe('Who records')),
  });
  const none = z.null().check(z.describe('The context is bound to none'));
  return z.union([current, z.object({ discussion: none })]);
};

/** What is current in a discussion: named, or the one that the context is bound to. */
export const ledgerCurrent = defineAction({
  guide:
    'Use it first, and after your memory was shortened. Answers state, revision, pending questions and what was recorded last, or discussion: null when the context is bound to none.',
  input: (z) =>
    z.object({
      id: z.optional(
        text(z, 'Id of the discussion; without it, current reads the one bound to the context'),
      ),
      context: ledgerReadFields(z).context,
    }),
  output,
  semanticValidation: readRules,
  run: ({ id, ...request }, context) =>
    readLedger(context, request, (store, reader) => readCurrent(store, { id, reader })),
});
