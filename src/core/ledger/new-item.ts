import type { BatchDraft } from './draft.ts';
import type { ItemState } from './item.ts';
import type { AddItem } from './operation.ts';

/** A new item, under the id, ordinal and message of the operation that adds it. */
export function newItem(
  draft: BatchDraft,
  operation: AddItem,
  placement: Pick<ItemState, 'parent' | 'via'>,
): Omit<ItemState, 'position' | 'revision'> {
  const message = operation.message_id;
  if (message !== undefined) draft.recordMessage(message, operation.id);
  return {
    id: operation.id,
    kind: operation.op,
    ordinal: operation.ordinal ?? draft.discussion.items,
    stale: false,
    confirmed: false,
    withdrawn: false,
    messageId: message ?? null,
    delivery: 'prepared',
    answers: 0,
    cited: 0,
    citedBelow: 0,
    ...placement,
  };
}
