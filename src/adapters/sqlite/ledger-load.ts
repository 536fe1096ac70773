import type { ItemState } from '../../core/ledger/item.ts';
import type { BatchQuery, Dependency, LoadedState } from '../../core/ledger/ports/ledger-store.ts';
import type { SqliteDatabase } from './database.ts';
import { readDiscussion, readRefs, readState, stateColumns } from './ledger-rows.ts';
import { toStoredList } from './stored-text.ts';

/**
 * Loads what a batch needs. Runs inside a transaction, so that all of it is of one moment. The number of
 * statements depends on what kind of operations the batch holds, the rows on what these touch.
 */
export function loadState(database: SqliteDatabase, query: BatchQuery): LoadedState {
  const row = database.prepare('SELECT * FROM discussion WHERE id = ?').get(query.discussion);
  const boundTo = boundDiscussion(database, query.context);
  if (row === undefined) return { ...emptyState, boundTo };
  const discussion = Number(row['number']);
  const refs = readRefs(database, discussion, query.changed);
  const items = new Map<string, ItemState>();
  const loading = { database, discussion, items };
  loadWithQuestionsAbove(loading, [...query.items, ...[...refs.values()].flat()]);
  const dependencies = loadDependencies(loading, invalidatedItems(query, items));
  loadMissing(
    loading,
    dependencies.map(({ summary }) => summary),
  );
  if (query.blockers) loadBlockers(loading);
  return {
    discussion: readDiscussion(row),
    previous: loadPrevious(database, discussion, query.requestId),
    boundTo,
    items: [...items.values()],
    refs,
    dependencies,
    recorded: loadRecorded(database, discussion, query.messages),
  };
}

/** The items of a discussion that have been loaded so far. */
interface Loading {
  readonly database: SqliteDatabase;
  readonly discussion: number;
  readonly items: Map<string, ItemState>;
}

const emptyState: LoadedState = {
  discussion: undefined,
  previous: undefined,
  boundTo: undefined,
  items: [],
  refs: new Map(),
  dependencies: [],
  recorded: new Set(),
};

function boundDiscussion(database: SqliteDatabase, context: string): string | undefined {
  const row = database
    .prepare(
      `SELECT discussion.id FROM binding JOIN discussion ON discussion.number = binding.discussion
       WHERE binding.context = ?`,
    )
    .get(context);
  return row === undefined ? undefined : String(row['id']);
}

function loadPrevious(database: SqliteDatabase, discussion: number, requestId: string) {
  const row = database
    .prepare('SELECT revision, input FROM batch WHERE discussion = ? AND request_id = ?')
    .get(discussion, requestId);
  return row && { revision: Number(row['revision']), input: String(row['input']) };
}

/** Goes up from the items by one statement for each level of nested questions. */
function loadWithQuestionsAbove(loading: Loading, ids: readonly string[]): void {
  for (let pending = ids; pending.length > 0; ) {
    const loaded = loadMissing(loading, pending);
    pending = loaded.flatMap(({ parent }) => (parent === null ? [] : [parent]));
  }
}

/** Loads those of the items that are not loaded yet; returns those that were found. */
function loadMissing(
  { database, discussion, items }: Loading,
  ids: readonly string[],
): ItemState[] {
  const missing = [...new Set(ids)].filter((id) => !items.has(id));
  if (missing.length === 0) return [];
  const loaded = database
    .prepare(
      `SELECT ${stateColumns} FROM item
       WHERE discussion = ? AND id IN (SELECT value FROM json_each(?))`,
    )
    .all(discussion, toStoredList(missing))
    .map(readState);
  for (const item of loaded) items.set(item.id, item);
  return loaded;
}

function invalidatedItems(query: BatchQuery, items: ReadonlyMap<string, ItemState>): string[] {
  const parents = query.changed.flatMap((id) => items.get(id)?.parent ?? []);
  return [...new Set([...query.changed, ...query.parents, ...parents])];
}

/**
 * Loads what depends on the batch's items, directly or through others, by one statement for each step. Stale
 * summaries depend on nothing.
 */
function loadDependencies(
  { database, discussion }: Loading,
  items: readonly string[],
): Dependency[] {
  const dependencies: Dependency[] = [];
  const reached = new Set(items);
  for (let frontier = [...items]; frontier.length > 0; ) {
    const edges = dependenciesOn(database, discussion, frontier);
    dependencies.push(...edges);
    frontier = [...new Set(edges.map(({ summary }) => summary))].filter((id) => !reached.has(id));
    for (const id of frontier) reached.add(id);
  }
  return dependencies;
}

function dependenciesOn(
  database: SqliteDatabase,
  discussion: number,
  items: readonly string[],
): Dependency[] {
  return database
    .prepare(
      `SELECT base, summary FROM rests_on
       WHERE discussion = ? AND base IN (SELECT value FROM json_each(?))`,
    )
    .all(discussion, toStoredList(items))
    .map((row) => ({ base: String(row['base']), summary: String(row['summary']) }));
}

function loadRecorded(
  database: SqliteDatabase,
  discussion: number,
  messages: readonly string[],
): Set<string> {
  if (messages.length === 0) return new Set();
  const rows = database
    .prepare(
      `SELECT id FROM message WHERE discussion = ? AND id IN (SELECT value FROM json_each(?))`,
    )
    .all(discussion, toStoredList(messages));
  return new Set(rows.map((row) => String(row['id'])));
}

/** The conditions of the partial indexes, so that only the items in the way are read. */
const blocking = [
  `kind = 'question' AND withdrawn = 0 AND answers = 0`,
  `kind = 'reply' AND withdrawn = 0`,
  `kind = 'summary' AND withdrawn = 0 AND stale = 1`,
  `kind IN ('question', 'gap') AND withdrawn = 0 AND cited = 0 AND cited_below = 0`,
];

function loadBlockers({ database, discussion, items }: Loading): void {
  for (const condition of blocking) {
    const rows = database
      .prepare(`SELECT ${stateColumns} FROM item WHERE discussion = ? AND ${condition}`)
      .all(discussion);
    for (const item of rows.map(readState)) items.set(item.id, item);
  }
}
