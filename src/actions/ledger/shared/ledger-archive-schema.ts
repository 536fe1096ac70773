import type { Zod } from '../../kit/action.ts';
import { ledgerOutputs } from './ledger-outputs.ts';

/** The shape of a whole record as a file. */
export function ledgerArchiveSchema(z: Zod) {
  const { head, item, batch } = ledgerOutputs(z);
  const ids = z.array(z.string());
  return z.strictObject({
    format: z.literal('discuss-ledger'),
    version: z.literal(1),
    ...head,
    items: z.record(z.string(), z.strictObject(item.shape)),
    item_order: ids,
    insertion_order: ids,
    revisions: z.array(z.strictObject({ ...batch, request_id: z.string() })),
    item_changes: z.array(
      z.strictObject({
        item: z.string(),
        revision: z.int(),
        operation: z.int(),
        effect: z.enum(['named', 'staled']),
      }),
    ),
    messages: z.array(z.strictObject({ id: z.string(), item: z.string() })),
  });
}
