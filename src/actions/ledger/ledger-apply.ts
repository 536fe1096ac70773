import { applyBatch, validateBatch } from '../../core/ledger/apply-batch.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction } from '../kit/action.ts';
import { ledgerBatchSketch } from './shared/ledger-batch-sketch.ts';
import { ledgerSemantics } from './shared/ledger-semantics.ts';
import { checkBatchShape } from './shared/ledger-shape.ts';
import { withLedger } from './shared/with-ledger.ts';

/** Applies a batch of operations to a discussion, all of them or none. */
export const ledgerApply = defineAction({
  // The batch is checked below, by the schema of the contract, so that the history can keep it as it came.
  input: (z) =>
    z.object({
      input: z.unknown().register(z.globalRegistry, ledgerBatchSketch),
      store: z.optional(z.string()),
    }),
  output: (z) =>
    z.object({ id: z.string(), revision: z.int(), replayed: z.optional(z.literal(true)) }),
  semanticValidation: ledgerSemantics,
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
