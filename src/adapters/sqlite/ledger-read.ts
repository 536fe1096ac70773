import type { Item } from '../../core/ledger/item.ts';
import type {
  ItemHistoryEntry,
  ListPage,
  Overview,
  PageRequest,
  WithDiscussion,
} from '../../core/ledger/ports/ledger-reader.ts';
import type {
  Citations,
  DatedChange,
  LedgerRecord,
  RecordedMessage,
} from '../../core/ledger/ports/record.ts';
import { overviewLimits } from '../../core/ledger/views.ts';
import type { SqliteDatabase } from './database.ts';
import { itemColumns, readBatch, readDiscussion, readItems } from './ledger-rows.ts';
import type { SqlRow } from './sql-value.ts';

/** A discussion and the number of its row. */
interface Found {
  readonly number: number;
  readonly row: SqlRow;
}

function find(database: SqliteDatabase, id: string): Found | undefined {
  const row = database.prepare('SELECT * FROM discussion WHERE id = ?').get(id);
  return row && { number: Number(row['number']), row };
}

function findBound(database: SqliteDatabase, context: string): Found | undefined {
  const row = database
    .prepare(
      `SELECT discussion.* FROM binding JOIN discussion ON discussion.number = binding.discussion
       WHERE binding.context = ?`,
    )
    .get(context);
  return row && { number: Number(row['number']), row };
}

function withDiscussion<Value>(head: Found | undefined, read: (number: number) => Value) {
  return head && { discussion: readDiscussion(head.row), value: read(head.number) };
}

/** The head of a discussion. */
export function readHead(database: SqliteDatabase, id: string) {
  const row = find(database, id);
  return row && readDiscussion(row.row);
}

/** What is current, through the partial indexes of what is open. */
export function readOverview(
  database: SqliteDatabase,
  selector: { readonly id: string } | { readonly context: string },
): WithDiscussion<Overview> | undefined {
  const head =
    'id' in selector ? find(database, selector.id) : findBound(database, selector.context);
  return withDiscussion(head, (number) => ({
    pending: readPending(database, number),
    unassigned: readUnassigned(database, number),
    last: readLast(database, number, head?.row['last_item'] ?? null),
  }));
}

function readPending(database: SqliteDatabase, number: number): Overview['pending'] {
  return database
    .prepare(
      `SELECT id, text FROM item
       WHERE discussion = ? AND kind = 'question' AND withdrawn = 0 AND answers = 0
       ORDER BY ordinal, position LIMIT ?`,
    )
    .all(number, overviewLimits.ids)
    .map((row) => ({ id: String(row['id']), text: String(row['text']) }));
}

function readUnassigned(database: SqliteDatabase, number: number): string[] {
  return database
    .prepare(
      `SELECT id FROM item WHERE discussion = ? AND kind = 'reply' AND withdrawn = 0
       ORDER BY ordinal, position LIMIT ?`,
    )
    .all(number, overviewLimits.ids)
    .map((row) => String(row['id']));
}

function readLast(database: SqliteDatabase, number: number, id: SqlRow[string]): Overview['last'] {
  const row = database
    .prepare('SELECT id, kind, text FROM item WHERE discussion = ? AND id = ?')
    .get(number, id ?? null);
  if (row === undefined) return undefined;
  return { id: String(row['id']), kind: row['kind'] as Item['kind'], text: String(row['text']) };
}

/**
 * A page of items. While every item stands where it was inserted, ordinals count up without a gap and the page is a
 * range of them; otherwise the walk to its beginning stays inside one index.
 */
export function readPage(
  database: SqliteDatabase,
  id: string,
  page: PageRequest,
): WithDiscussion<readonly Item[]> | undefined {
  const head = find(database, id);
  return withDiscussion(head, (number) => {
    if (head?.row['reordered'] === 0) return readRange(database, number, page);
    const rows = database
      .prepare(
        `SELECT ${itemColumns} FROM (
           SELECT number FROM item WHERE discussion = ? ORDER BY ordinal, id LIMIT ? OFFSET ?
         ) AS page CROSS JOIN item ON item.number = page.number
         ORDER BY item.ordinal, item.id`,
      )
      .all(number, page.limit, page.offset);
    return readItems(database, number, rows);
  });
}

function readRange(database: SqliteDatabase, number: number, page: PageRequest): Item[] {
  const rows = database
    .prepare(
      `SELECT ${itemColumns} FROM item
       WHERE discussion = ? AND ordinal >= ? AND ordinal < ? ORDER BY ordinal`,
    )
    .all(number, page.offset, page.offset + page.limit);
  return readItems(database, number, rows);
}

/** One item. */
export function readOneItem(database: SqliteDatabase, id: string, item: string) {
  return withDiscussion(find(database, id), (number) => {
    const row = database
      .prepare(`SELECT ${itemColumns} FROM item WHERE discussion = ? AND id = ?`)
      .get(number, item);
    return row && readItems(database, number, [row])[0];
  });
}

/** What happened to one item, oldest first. */
export function readItemHistory(
  database: SqliteDatabase,
  selector: { readonly id: string; readonly item: string },
  page: PageRequest,
): WithDiscussion<ListPage<ItemHistoryEntry>> | undefined {
  return withDiscussion(find(database, selector.id), (number) => {
    const rows = database
      .prepare(
        `SELECT batch.*, item_change.operation, item_change.effect FROM item_change
         JOIN batch ON batch.discussion = item_change.discussion AND batch.place = item_change.place
         WHERE item_change.discussion = ? AND item_change.item = ?
         ORDER BY item_change.place, item_change.operation, item_change.effect LIMIT ? OFFSET ?`,
      )
      .all(number, selector.item, page.limit, page.offset);
    const counted = database
      .prepare('SELECT count(*) AS total FROM item_change WHERE discussion = ? AND item = ?')
      .get(number, selector.item);
    return { entries: rows.map(readHistoryEntry), total: Number(counted?.['total']) };
  });
}

function readHistoryEntry(row: SqlRow): ItemHistoryEntry {
  return {
    ...readBatch(row),
    operation: Number(row['operation']),
    effect: row['effect'] as ItemHistoryEntry['effect'],
  };
}

/** A page of the accepted batches: a range of their places. */
export function readBatches(database: SqliteDatabase, id: string, page: PageRequest) {
  return withDiscussion(find(database, id), (number) =>
    database
      .prepare(
        'SELECT * FROM batch WHERE discussion = ? AND place >= ? AND place < ? ORDER BY place',
      )
      .all(number, page.offset, page.offset + page.limit)
      .map(readBatch),
  );
}

/** Discussions of a context and unbound ones, or all, in order of creation. */
export function readDiscussions(
  database: SqliteDatabase,
  context: string | undefined,
  page: PageRequest,
) {
  const scope = context === undefined ? 'TRUE' : `context IN (?, '')`;
  const values = context === undefined ? [] : [context];
  const rows = database
    .prepare(`SELECT * FROM discussion WHERE ${scope} ORDER BY number LIMIT ? OFFSET ?`)
    .all(...values, page.limit, page.offset);
  const counted = database
    .prepare(`SELECT count(*) AS total FROM discussion WHERE ${scope}`)
    .get(...values);
  return { entries: rows.map(readDiscussion), total: Number(counted?.['total']) };
}

/** The whole record of a discussion. */
export function readRecord(database: SqliteDatabase, id: string): LedgerRecord | undefined {
  const head = find(database, id);
  if (head === undefined) return undefined;
  const rows = database
    .prepare(`SELECT ${itemColumns} FROM item WHERE discussion = ? ORDER BY position`)
    .all(head.number);
  const batches = database
    .prepare('SELECT * FROM batch WHERE discussion = ? ORDER BY place')
    .all(head.number);
  const items = readItems(database, head.number, rows);
  return {
    discussion: readDiscussion(head.row),
    items,
    batches: batches.map(readBatch),
    changes: readChanges(database, head.number),
    messages: readMessages(database, head.number),
    citations: readCitations(database, head.number, items),
  };
}

function readChanges(database: SqliteDatabase, number: number): DatedChange[] {
  return database
    .prepare(
      `SELECT item_change.*, batch.revision FROM item_change
       JOIN batch ON batch.discussion = item_change.discussion AND batch.place = item_change.place
       WHERE item_change.discussion = ?
       ORDER BY item_change.place, item_change.operation, item_change.effect, item_change.item`,
    )
    .all(number)
    .map((row) => ({
      item: String(row['item']),
      revision: Number(row['revision']),
      operation: Number(row['operation']),
      effect: row['effect'] as DatedChange['effect'],
    }));
}

function readCitations(
  database: SqliteDatabase,
  number: number,
  items: readonly Item[],
): Citations[] {
  const dependencies = new Map<string, string[]>();
  const rows = database
    .prepare('SELECT summary, base FROM rests_on WHERE discussion = ? ORDER BY summary, base')
    .all(number);
  for (const row of rows) {
    const summary = String(row['summary']);
    dependencies.set(summary, [...(dependencies.get(summary) ?? []), String(row['base'])]);
  }
  return items
    .filter((item) => item.kind === 'summary')
    .map(({ id, refs }) => ({ summary: id, refs, dependencies: dependencies.get(id) ?? [] }));
}

function readMessages(database: SqliteDatabase, number: number): RecordedMessage[] {
  return database
    .prepare('SELECT id, item FROM message WHERE discussion = ? ORDER BY id')
    .all(number)
    .map((row) => ({ id: String(row['id']), item: String(row['item']) }));
}

/** Faults of the file, and items that search would not find. */
export function readFaults(database: SqliteDatabase): string[] {
  const integrity = database.prepare('PRAGMA integrity_check').all();
  const foreign = database.prepare('PRAGMA foreign_key_check').all();
  const unfound = database
    .prepare('SELECT id FROM item WHERE number NOT IN (SELECT rowid FROM item_words)')
    .all();
  return [
    ...integrity.map((row) => String(row['integrity_check'])).filter((text) => text !== 'ok'),
    ...foreign.map((row) => `a row of ${row['table']} points to nothing`),
    ...unfound.map((row) => `search does not know the item ${JSON.stringify(row['id'])}`),
  ];
}
