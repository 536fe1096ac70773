import type { Batch, Discussion } from '../../core/ledger/discussion.ts';
import type { Item, ItemState } from '../../core/ledger/item.ts';
import type { SqliteDatabase } from './database.ts';
import type { SqlRow } from './sql-value.ts';
import { toStoredList } from './stored-text.ts';

/** Columns of an item without its words. */
export const stateColumns = `item.id, item.kind, item.parent, item.ordinal, item.position, item.revision,
  item.stale, item.confirmed, item.withdrawn, item.message_id, item.delivery, item.via,
  item.answers, item.cited, item.cited_below`;

/** Columns of an item with its words. */
export const itemColumns = `${stateColumns}, item.text, coalesce(item.original, item.text) AS original`;

/** Reads the row of a discussion. */
export function readDiscussion(row: SqlRow): Discussion {
  return {
    id: String(row['id']),
    context: String(row['context']),
    title: String(row['title']),
    description: String(row['description']),
    state: row['state'] as Discussion['state'],
    revision: Number(row['revision']),
    items: Number(row['items']),
    openQuestions: Number(row['open_questions']),
    unassigned: Number(row['unassigned']),
    activeSummaries: Number(row['active_summaries']),
    batches: Number(row['batches']),
    reordered: row['reordered'] === 1,
    createdAt: String(row['created_at']),
    updatedAt: String(row['updated_at']),
  };
}

/** Reads an item without its words. */
export function readState(row: SqlRow): ItemState {
  return {
    id: String(row['id']),
    kind: row['kind'] as ItemState['kind'],
    parent: textOrNull(row['parent']),
    ordinal: Number(row['ordinal']),
    position: Number(row['position']),
    revision: Number(row['revision']),
    stale: row['stale'] === 1,
    confirmed: row['confirmed'] === 1,
    withdrawn: row['withdrawn'] === 1,
    messageId: textOrNull(row['message_id']),
    delivery: row['delivery'] as ItemState['delivery'],
    via: textOrNull(row['via']) as ItemState['via'],
    answers: Number(row['answers']),
    cited: Number(row['cited']),
    citedBelow: Number(row['cited_below']),
  };
}

/** Reads items with their words and what they cite. */
export function readItems(
  database: SqliteDatabase,
  discussion: number,
  rows: readonly SqlRow[],
): Item[] {
  const summaries = rows.filter((row) => row['kind'] === 'summary').map((row) => row['id']);
  const refs = readRefs(database, discussion, summaries.map(String));
  return rows.map((row) => ({
    ...readState(row),
    original: String(row['original']),
    text: String(row['text']),
    refs: refs.get(String(row['id'])) ?? [],
  }));
}

/** What summaries cite, in the order in which they cite it. */
export function readRefs(
  database: SqliteDatabase,
  discussion: number,
  summaries: readonly string[],
): Map<string, readonly string[]> {
  const refs = new Map<string, string[]>();
  if (summaries.length === 0) return refs;
  const rows = database
    .prepare(
      `SELECT summary, item FROM reference
       WHERE discussion = ? AND summary IN (SELECT value FROM json_each(?)) ORDER BY summary, place`,
    )
    .all(discussion, toStoredList(summaries));
  for (const row of rows) {
    const summary = String(row['summary']);
    const cited = refs.get(summary) ?? [];
    cited.push(String(row['item']));
    refs.set(summary, cited);
  }
  return refs;
}

/** Reads the row of a batch. */
export function readBatch(row: SqlRow): Batch {
  return {
    revision: Number(row['revision']),
    requestId: String(row['request_id']),
    input: String(row['input']),
    createdAt: String(row['created_at']),
  };
}

function textOrNull(value: SqlRow[string] | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
