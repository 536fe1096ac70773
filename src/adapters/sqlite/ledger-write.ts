import type { Batch, Discussion } from '../../core/ledger/discussion.ts';
import type { LedgerChanges, LedgerReplacement } from '../../core/ledger/ports/ledger-store.ts';
import type { ItemChange, RecordedMessage } from '../../core/ledger/ports/record.ts';
import type { SqliteDatabase } from './database.ts';
import {
  clearDependencies,
  insertItem,
  rewriteItem,
  updateItem,
  writeCitations,
} from './ledger-write-items.ts';

/** Writes an accepted batch, inside a write transaction; `conflict` has written nothing. */
export function writeBatch(
  database: SqliteDatabase,
  changes: LedgerChanges,
): 'committed' | 'conflict' {
  const { discussion } = changes;
  const head = findHead(database, discussion.id);
  if (head.revision !== changes.expectedRevision) return 'conflict';
  const bound = boundNumber(database, discussion.context);
  const isActive = discussion.state === 'active';
  if (isActive && bound !== undefined && bound !== head.number) return 'conflict';
  const last = changes.inserted.at(-1)?.id;
  const number = writeHead(database, head.number, { discussion, last });
  if (!isActive || bound === undefined) rebind(database, number, discussion);
  const index = discussion.batches - 1;
  insertBatch(database, { number, index }, changes.batch);
  for (const item of changes.inserted) insertItem(database, number, item);
  for (const item of changes.updated) updateItem(database, number, item);
  for (const [id, text] of changes.texts) rewriteItem(database, { number, id, text });
  for (const summary of changes.invalidated) clearDependencies(database, number, summary);
  for (const citations of changes.citations) writeCitations(database, number, citations);
  for (const message of changes.messages) insertMessage(database, number, message);
  for (const change of changes.history) insertChange(database, { number, index }, change);
  return 'committed';
}

/** Writes a whole record in place of what is there, inside a write transaction. */
export function writeRecord(
  database: SqliteDatabase,
  record: LedgerReplacement,
): 'committed' | 'conflict' {
  const { discussion } = record;
  const head = findHead(database, discussion.id);
  if (head.revision !== record.expectedRevision) return 'conflict';
  const bound = boundNumber(database, discussion.context);
  const isActive = discussion.state === 'active';
  if (isActive && bound !== undefined && bound !== head.number) return 'conflict';
  const last = record.items.at(-1)?.id;
  const number = writeHead(database, head.number, { discussion, last });
  clear(database, number);
  rebind(database, number, discussion);
  const indexes = new Map(record.batches.map((batch, index) => [batch.revision, index]));
  for (const [index, batch] of record.batches.entries()) {
    insertBatch(database, { number, index }, batch);
  }
  for (const item of record.items) insertItem(database, number, item);
  for (const citations of record.citations) writeCitations(database, number, citations);
  for (const message of record.messages) insertMessage(database, number, message);
  for (const change of record.changes) {
    const index = indexes.get(change.revision);
    if (index !== undefined) insertChange(database, { number, index }, change);
  }
  return 'committed';
}

interface Head {
  readonly number: number | undefined;
  readonly revision: number;
}

function findHead(database: SqliteDatabase, id: string): Head {
  const row = database.prepare('SELECT number, revision FROM discussion WHERE id = ?').get(id);
  if (row === undefined) return { number: undefined, revision: 0 };
  return { number: Number(row['number']), revision: Number(row['revision']) };
}

function boundNumber(database: SqliteDatabase, context: string): number | undefined {
  const row = database.prepare('SELECT discussion FROM binding WHERE context = ?').get(context);
  return row && Number(row['discussion']);
}

function rebind(database: SqliteDatabase, number: number, discussion: Discussion): void {
  database.prepare('DELETE FROM binding WHERE discussion = ?').run(number);
  if (discussion.state !== 'active') return;
  database
    .prepare('INSERT INTO binding (context, discussion) VALUES (?, ?)')
    .run(discussion.context, number);
}

function writeHead(
  database: SqliteDatabase,
  number: number | undefined,
  { discussion, last }: { readonly discussion: Discussion; readonly last: string | undefined },
): number {
  const values = [
    discussion.context,
    discussion.title,
    discussion.description,
    discussion.state,
    discussion.revision,
    discussion.items,
    discussion.openQuestions,
    discussion.unassigned,
    discussion.activeSummaries,
    discussion.batches,
    Number(discussion.reordered),
    discussion.updatedAt,
    last ?? null,
  ] as const;
  if (number !== undefined) {
    database
      .prepare(
        `UPDATE discussion SET context = ?, title = ?, description = ?, state = ?, revision = ?, items = ?,
           open_questions = ?, unassigned = ?, active_summaries = ?, batches = ?, reordered = ?, updated_at = ?,
           last_item = coalesce(?, last_item)
         WHERE number = ?`,
      )
      .run(...values, number);
    return number;
  }
  const row = database
    .prepare(
      `INSERT INTO discussion (context, title, description, state, revision, items, open_questions, unassigned,
         active_summaries, batches, reordered, updated_at, last_item, id, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
    )
    .get(...values, discussion.id, discussion.createdAt);
  return Number(row?.['number']);
}

/** Where a batch belongs: its discussion and its place in the history. */
interface BatchPosition {
  readonly number: number;
  readonly index: number;
}

function insertBatch(database: SqliteDatabase, position: BatchPosition, batch: Batch): void {
  database
    .prepare(
      `INSERT INTO batch (discussion, place, revision, request_id, input, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(
      position.number,
      position.index,
      batch.revision,
      batch.requestId,
      batch.input,
      batch.createdAt,
    );
}

function insertMessage(
  database: SqliteDatabase,
  number: number,
  { id, item }: RecordedMessage,
): void {
  database
    .prepare('INSERT INTO message (discussion, id, item) VALUES (?, ?, ?)')
    .run(number, id, item);
}

/** One operation may make a summary stale, see it revised by a later one, and so on: each is a row of its own. */
function insertChange(database: SqliteDatabase, position: BatchPosition, change: ItemChange): void {
  database
    .prepare(
      `INSERT INTO item_change (discussion, item, place, operation, effect) VALUES (?, ?, ?, ?, ?)`,
    )
    .run(position.number, change.item, position.index, change.operation, change.effect);
}

function clear(database: SqliteDatabase, number: number): void {
  database
    .prepare('DELETE FROM item_words WHERE rowid IN (SELECT number FROM item WHERE discussion = ?)')
    .run(number);
  for (const table of [
    'binding',
    'item',
    'reference',
    'rests_on',
    'batch',
    'message',
    'item_change',
  ]) {
    database.prepare(`DELETE FROM ${table} WHERE discussion = ?`).run(number);
  }
}
