import { defineAction, type Zod } from '../kit/action.ts';
import { text, texts } from '../kit/described.ts';
import { ledgerApply } from './ledger-apply.ts';
import { ledgerBatchSchema } from './shared/ledger-batch-schema.ts';

/** JSON Schema of a batch, made from the schema that batches are checked with. */
export function ledgerBatchJsonSchema(z: Zod): Record<string, unknown> {
  return z.toJSONSchema(ledgerBatchSchema(z), { io: 'input', reused: 'ref' });
}

/** What an agent has to know to write batches: the schema, an example, and the rules that a schema cannot say. */
export const contractLedger = defineAction({
  input: (z) => z.object({}),
  output: (z) =>
    z.object({
      name: text(z, 'Of the contract'),
      schema: z.looseObject({}).check(z.describe('JSON Schema of a batch')),
      example: z.looseObject({}).check(z.describe('A batch')),
      semantic_validation: texts(z, 'Rules that a schema cannot say'),
    }),
  async run() {
    return {
      name: 'ledger',
      schema: ledgerBatchJsonSchema(await import('../kit/zod-subset.ts')),
      example: ledgerExample,
      semantic_validation: [...(ledgerApply.semanticValidation ?? [])],
    };
  },
});

/** A batch that shows how the fields go together; its context stands for the one that the host states. */
export const ledgerExample = {
  id: 'storage-choice',
  context: `ctx-v1-${'0'.repeat(64)}`,
  request_id: 'storage-choice-1',
  if_revision: 0,
  operations: [
    {
      op: 'start',
      text: 'Which storage do we use?',
      description: 'Clarifying how the service keeps its data',
    },
    { op: 'question', id: 'q-writers', text: 'How many processes write at the same time?' },
    { op: 'option', id: 'q-writers-one', parent: 'q-writers', text: 'One' },
    { op: 'option', id: 'q-writers-many', parent: 'q-writers', text: 'Several' },
    {
      op: 'answer',
      id: 'a-writers',
      parent: 'q-writers',
      text: 'Several, on one machine',
      message_id: 'message-17',
      via: 'typed',
    },
    {
      op: 'summary',
      id: 's-writers',
      text: 'The store must allow several writers on one machine.',
      refs: ['q-writers', 'a-writers'],
    },
  ],
};
