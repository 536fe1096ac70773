import type { Item } from './item.ts';
import type { DatedChange, LedgerRecord } from './ports/record.ts';
import { byId, headView, type ItemView, itemView } from './views.ts';

/** The name and version that an archive carries. */
const archiveFormat = { format: 'discuss-ledger', version: 1 } as const;

/** A whole record as a file: everything but the binding, which stays where it is. */
export interface Archive extends ReturnType<typeof headView> {
  readonly format: typeof archiveFormat.format;
  readonly version: typeof archiveFormat.version;
  readonly items: Readonly<Record<string, ItemView>>;
  /** Ids in order of ordinal, then id. */
  readonly item_order: readonly string[];
  /** Ids in the order in which the items were recorded. */
  readonly insertion_order: readonly string[];
  readonly revisions: readonly ArchivedBatch[];
  /** Which operation of which revision was about an item or made it stale. */
  readonly item_changes: readonly DatedChange[];
  /** Host message ids, each with the first item that carried it. */
  readonly messages: readonly { readonly id: string; readonly item: string }[];
}

interface ArchivedBatch {
  readonly revision: number;
  readonly request_id: string;
  readonly input: string;
  readonly created_at: string;
}

/** The archive of a record. */
export function archiveOf(record: LedgerRecord): Archive {
  const items = record.items.map(itemView);
  return {
    ...archiveFormat,
    ...headView(record.discussion),
    items: byId(items),
    item_order: [...record.items].sort(byOrdinalThenId).map((item) => item.id),
    insertion_order: items.map((item) => item.id),
    revisions: record.batches.map(({ revision, requestId, input, createdAt }) => ({
      revision,
      request_id: requestId,
      input,
      created_at: createdAt,
    })),
    item_changes: record.changes,
    messages: record.messages,
  };
}

/** Order of a page of items; ids compare by code point, as their UTF-8 bytes do. */
export function byOrdinalThenId(
  first: Pick<Item, 'ordinal' | 'id'>,
  second: Pick<Item, 'ordinal' | 'id'>,
): number {
  return first.ordinal - second.ordinal || compareCodePoints(first.id, second.id);
}

function compareCodePoints(first: string, second: string): number {
  const left = [...first];
  const right = [...second];
  const difference = left.findIndex((character, index) => character !== right[index]);
  if (difference === -1) return left.length - right.length;
  return (left[difference]?.codePointAt(0) ?? 0) - (right[difference]?.codePointAt(0) ?? -1);
}
