import type { DraftChange } from '../../core/review/draft.ts';
import { eventVersion, type NewEvent, type ReviewEvent } from '../../core/review/events.ts';
import { mergeEntries } from '../../core/review/log-entries.ts';
import { inputsMoved, sourceRenamed } from '../../core/review/moved-inputs.ts';
import type {
  Appended,
  LogEntry,
  ReviewChanges,
  ReviewHeader,
  ReviewStore,
} from '../../core/review/ports/review-store.ts';
import { roundsBegun } from '../../core/review/rounds.ts';
import type { SqliteDatabase } from './database.ts';
import { writeTransaction } from './migrate.ts';
import { readDraft, readEvent, readHeader } from './review-rows.ts';
import { userSchema } from './schema/user-schema.ts';
import type { SqlRow } from './sql-value.ts';
import { guardStoreThrowing } from './store-failure.ts';

/** Keeps reviews in an open user's store. */
export function sqliteReviewStore(database: SqliteDatabase): ReviewStore {
  const write = <Result>(work: () => Result): Promise<Result> =>
    guardStoreThrowing(database.path, () => writeTransaction(database, userSchema, work));
  const read = <Result>(work: () => Result): Promise<Result> =>
    guardStoreThrowing(database.path, work);
  return {
    create: (header, changes) => write(() => createReview(database, header, changes)),
    append: (id, lastEvent, changes) =>
      write(() => appendEvents(database, { id, lastEvent, changes })),
    header: (id) =>
      read(() => {
        const row = database.prepare('SELECT * FROM review WHERE id = ?').get(id);
        return row === undefined ? undefined : readHeader(row);
      }),
    list: (filter) => read(() => listReviews(database, filter).map(readHeader)),
    events: (id, after) => read(() => eventsAfter(database, id, after)),
    text: (hash) =>
      read(() => {
        const row = database.prepare('SELECT text FROM text WHERE hash = ?').get(hash);
        return row === undefined ? undefined : String(row['text']);
      }),
    saveDraft: (id, change) => write(() => saveDraft(database, id, change)),
    drafts: (id) =>
      read(() =>
        database
          .prepare(
            'SELECT * FROM review_draft WHERE review_id = ? AND text IS NOT NULL ORDER BY position',
          )
          .all(id)
          .map(readDraft),
      ),
    entries: (id, after) => read(() => entriesAfter(database, id, after)),
  };
}

/** Events and drafts of a review after a position, in order. */
export function entriesAfter(database: SqliteDatabase, id: string, after: number): LogEntry[] {
  const drafts = database
    .prepare('SELECT * FROM review_draft WHERE review_id = ? AND position > ? ORDER BY position')
    .all(id, after)
    .map(readDraft);
  return mergeEntries(eventsAfter(database, id, after), drafts);
}

function eventsAfter(database: SqliteDatabase, id: string, after: number): ReviewEvent[] {
  return database
    .prepare('SELECT * FROM review_event WHERE review_id = ? AND position > ? ORDER BY position')
    .all(id, after)
    .map(readEvent);
}

/** Rows are numbered in the order in which they are made, which a clock that is set back does not change. */
function listReviews(
  database: SqliteDatabase,
  filter: Parameters<ReviewStore['list']>[0] = {},
): SqlRow[] {
  const limit = filter.limit ?? -1;
  if (filter.inputsKey === undefined) {
    return database.prepare('SELECT * FROM review ORDER BY rowid DESC LIMIT ?').all(limit);
  }
  return database
    .prepare('SELECT * FROM review WHERE inputs_key = ? ORDER BY rowid DESC LIMIT ?')
    .all(filter.inputsKey, limit);
}

function createReview(
  database: SqliteDatabase,
  header: ReviewHeader,
  changes: ReviewChanges,
): readonly ReviewEvent[] {
  database
    .prepare(
      `INSERT INTO review (id, inputs_key, source_file, mode, started_at, round, last_position, last_event)
       VALUES (?, ?, ?, ?, ?, ?, 0, 0)`,
    )
    .run(
      header.id,
      header.inputsKey ?? null,
      header.sourceFile,
      header.mode,
      header.startedAt,
      header.round,
    );
  return insertEvents(database, { id: header.id, lastPosition: 0, changes });
}

function appendEvents(
  database: SqliteDatabase,
  append: { id: string; lastEvent: number; changes: ReviewChanges },
): Appended {
  const row = positions(database, append.id);
  if (row.lastEvent !== append.lastEvent) return { ok: false, lastEvent: row.lastEvent };
  const { lastPosition } = row;
  return { ok: true, events: insertEvents(database, { ...append, lastPosition }) };
}

function positions(
  database: SqliteDatabase,
  id: string,
): { lastPosition: number; lastEvent: number } {
  const row = database.prepare('SELECT last_position, last_event FROM review WHERE id = ?').get(id);
  if (row === undefined) throw new Error(`the store holds no review ${id}`);
  return { lastPosition: Number(row['last_position']), lastEvent: Number(row['last_event']) };
}

function insertEvents(
  database: SqliteDatabase,
  { id, lastPosition, changes }: { id: string; lastPosition: number; changes: ReviewChanges },
): ReviewEvent[] {
  for (const [hash, text] of changes.texts ?? []) {
    database.prepare('INSERT OR IGNORE INTO text (hash, text) VALUES (?, ?)').run(hash, text);
  }
  const events = changes.events.map(
    (event, index): ReviewEvent => ({ ...event, position: lastPosition + index + 1 }),
  );
  for (const event of events) insertEvent(database, id, event);
  const last = lastPosition + events.length;
  const finishedAt = changes.events.find(({ kind }) => kind === 'session.done')?.at ?? null;
  database
    .prepare(
      `UPDATE review SET last_position = ?, last_event = ?, finished_at = coalesce(?, finished_at),
         round = round + ?, source_file = coalesce(?, source_file)
       WHERE id = ?`,
    )
    .run(
      last,
      last,
      finishedAt,
      roundsBegun(changes.events),
      sourceRenamed(changes.events) ?? null,
      id,
    );
  for (const { from, to } of inputsMoved(changes.events)) {
    database.prepare('UPDATE review SET inputs_key = ? WHERE inputs_key = ?').run(to, from);
  }
  return events;
}

function insertEvent(
  database: SqliteDatabase,
  id: string,
  event: NewEvent & { position: number },
): void {
  const author = event.author === undefined ? null : JSON.stringify(event.author);
  database
    .prepare(
      `INSERT INTO review_event (review_id, position, kind, v, at, author, data)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      id,
      event.position,
      event.kind,
      eventVersion,
      event.at,
      author,
      JSON.stringify(event.data),
    );
}

function saveDraft(database: SqliteDatabase, id: string, change: DraftChange) {
  const position = positions(database, id).lastPosition + 1;
  database
    .prepare(
      `INSERT INTO review_draft (review_id, scope, key, target, text, at, position)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (review_id, scope, key) DO UPDATE SET
         target = excluded.target, text = excluded.text, at = excluded.at, position = excluded.position`,
    )
    .run(
      id,
      change.target.scope,
      change.key,
      JSON.stringify(change.target),
      change.text,
      change.at,
      position,
    );
  database.prepare('UPDATE review SET last_position = ? WHERE id = ?').run(position, id);
  return { ...change, position };
}
