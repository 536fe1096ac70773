import { maxOperations } from '../../../core/ledger/limits.ts';
import { vias } from '../../../core/question/provenance.ts';

const text = (description: string) => ({ type: 'string', description }) as const;

/**
 * A batch as JSON Schema in short, for tool lists that a model reads at the start of every conversation. It allows
 * more than the whole schema, which `discuss contract ledger` prints and every batch is checked with.
 */
export const ledgerBatchSketch = {
  type: 'object',
  description:
    'The batch, for apply. Needs per op: start text; question, gap, reply id and text; answer, option also parent; summary also refs; revise id, text, reason (summaries: refs); withdraw, restore, move (parent or ordinal), confirm (confirmed), delivery (message_id) id and reason; metadata reason and text or description; pause, resume reason; close nothing.',
  properties: {
    id: text('Id of the discussion'),
    context: text('The token that the host has stated'),
    request_id: text('New for every batch, the same when it is sent again'),
    if_revision: {
      type: 'integer',
      minimum: 0,
      description: 'From the last receipt; 0 for a new discussion',
    },
    operations: {
      type: 'array',
      description: 'Applied in this order, all or none',
      minItems: 1,
      maxItems: maxOperations,
      items: {
        type: 'object',
        properties: {
          op: {
            ...text('What is done'),
            enum: [
              'start',
              'question',
              'option',
              'answer',
              'reply',
              'gap',
              'summary',
              'revise',
              'withdraw',
              'restore',
              'move',
              'confirm',
              'delivery',
              'metadata',
              'pause',
              'resume',
              'close',
            ],
          },
          id: text('Of the item'),
          parent: text('Id of its question'),
          text: text('What it says'),
          description: text('More of that'),
          reason: text('Why'),
          refs: {
            type: 'array',
            items: { type: 'string' },
            description: 'Ids that it rests on',
          },
          ordinal: { type: 'integer', description: 'Its place' },
          confirmed: { type: 'boolean', description: 'The user agrees' },
          message_id: text('Of the host'),
          via: { ...text('How it came'), enum: [...vias] },
        },
        required: ['op'],
        additionalProperties: false,
      },
    },
    from_context: text('With resume first: the context taken over from, empty for an imported one'),
  },
  required: ['id', 'context', 'request_id', 'if_revision', 'operations'],
  additionalProperties: false,
};
