import { defineAction, type Zod } from '../kit/action.ts';
import { ledgerBatchSchema } from './shared/ledger-batch-schema.ts';
import { ledgerExample, ledgerSemantics } from './shared/ledger-semantics.ts';

/** JSON Schema of a batch, made from the schema that batches are checked with. */
export function ledgerBatchJsonSchema(z: Zod): Record<string, unknown> {
  return z.toJSONSchema(ledgerBatchSchema(z), { io: 'input', reused: 'ref' });
}

/** What an agent has to know to write batches: the schema, an example, and the rules that a schema cannot say. */
export const contractLedger = defineAction({
  input: (z) => z.object({}),
  output: (z) =>
    z.object({
      name: z.string(),
      schema: z.looseObject({}),
      example: z.looseObject({}),
      semantic_validation: z.array(z.string()),
    }),
  async run() {
    return {
      name: 'ledger',
      schema: ledgerBatchJsonSchema(await import('../kit/zod-subset.ts')),
      example: ledgerExample,
      semantic_validation: [...ledgerSemantics],
    };
  },
});
