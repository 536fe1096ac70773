import type { Zod } from '../../kit/action.ts';
import { count, list, text, texts } from '../../kit/described.ts';
import { changeEffect, ledgerOutputs } from './ledger-outputs.ts';

/** The shape of a whole record as a file. */
export function ledgerArchiveSchema(z: Zod) {
  const { head, item, itemId, batch } = ledgerOutputs(z);
  return z.strictObject({
    format: z.literal('discuss-ledger').check(z.describe('What this is')),
    version: z.literal(1).check(z.describe('Version of the format')),
    ...head,
    items: z.record(z.string(), z.strictObject(item.shape)).check(z.describe('By id')),
    item_order: texts(z, 'Ids in asking order'),
    insertion_order: texts(z, 'Ids in order of recording'),
    revisions: list(
      z,
      z.strictObject({ ...batch, request_id: text(z, 'Id of the request') }),
      'Oldest first',
    ),
    item_changes: list(
      z,
      z.strictObject({
        item: itemId,
        revision: batch.revision,
        operation: count(z, 'Its place in the batch'),
        effect: changeEffect(z),
      }),
      'What happened to each item',
    ),
    messages: list(
      z,
      z.strictObject({ id: text(z, "The host's id of the message"), item: itemId }),
      'The messages that are recorded',
    ),
  });
}
