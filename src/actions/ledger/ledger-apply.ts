import { applyBatch, validateBatch } from '../../core/ledger/apply-batch.ts';
import { maxIdBytes, maxInputBytes, maxTextBytes } from '../../core/ledger/limits.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction } from '../kit/action.ts';
import { ledgerBatchSketch } from './shared/ledger-batch-sketch.ts';
import { ledgerOutputs } from './shared/ledger-outputs.ts';
import { checkBatchShape } from './shared/ledger-shape.ts';
import { withLedger } from './shared/with-ledger.ts';

/** Applies a batch of operations to a discussion, all of them or none. */
export const ledgerApply = defineAction({
  guide:
    'Records questions, answers, gaps and summaries. Answers a receipt with the new revision; give that as if_revision next time. After revision_conflict read current and send a new batch; after a broken connection send the same batch again, which is never applied twice.',
  // The batch is checked below, by the schema of the contract, so that the history can keep it as it came.
  input: (z) =>
    z.object({
      input: z.unknown().register(z.globalRegistry, ledgerBatchSketch),
      store: z.optional(z.string()),
    }),
  output: (z) => {
    const { id, revision } = ledgerOutputs(z);
    const replayed = z.literal(true).check(z.describe('The same batch was applied before'));
    return z.object({ id, revision, replayed: z.optional(replayed) });
  },
  semanticValidation: [
    `The input is at most ${maxInputBytes} bytes, measured in UTF-8 on its serialisation without white space.`,
    `Texts, descriptions and reasons are at most ${maxTextBytes} bytes of UTF-8, ids at most ${maxIdBytes}.`,
    'Every string is well-formed Unicode.',
    'No string holds a likely secret; record a gap with a harmless description in its place.',
    'Checks run in this order: shape and limits, secrets, owner, retry, revision, state, binding, operations in order, the whole record. A refused batch changes nothing.',
    'The stored context must be the one of the input, unless from_context names the stored one and the first operation is resume; an imported, unbound discussion is taken up with an empty from_context.',
    'A request_id that the discussion has seen is answered with its first receipt and replayed: true when the input is the same, and refused when it is not.',
    'if_revision is the revision of the last receipt; 0 starts a new discussion.',
    'A discussion that is paused or closed accepts resume first; after pause or close in a batch only resume may follow.',
    'A context is bound to at most one active discussion; pause another one first.',
    'start is the first operation of a new discussion and stands nowhere else.',
    'An id and a message_id are new in the discussion where an item is added; a message that answers several questions is recorded whole under each, with message_id on the first only.',
    'A parent is a question; move needs an active one, and gives a new parent only to options, answers and replies.',
    'move needs parent or ordinal; metadata needs text or description.',
    'refs name existing items that are active and not stale; a revised summary gives refs anew, and no summary may rest on itself.',
    'confirm is for summaries that are not stale; delivery is for questions.',
    'close needs every active question answered by a person (not timed_out or assumed), no active reply left, at least one active summary, none stale, and every active question and gap cited by an active summary, directly or through an item below it.',
    'A field without meaning for its operation is kept in the history and has no effect.',
  ],
  async run(request, context) {
    const input = checkBatchShape(await import('../kit/zod-subset.ts'), request.input);
    if (isRefusal(input)) return input;
    const batch = { input, json: JSON.stringify(request.input) };
    const { clock, scanSecrets } = context.ports;
    const refusal = await validateBatch(batch, scanSecrets);
    if (refusal !== undefined) return refusal;
    return withLedger(context, request, (store) => applyBatch(batch, { store, clock }));
  },
});
