import type { ItemState } from '../../core/ledger/item.ts';
import type { BatchBasis, BatchNeeds, Resting } from '../../core/ledger/ports/ledger-store.ts';
import type { SqliteDatabase } from './database.ts';
import { readDiscussion, readRefs, readState, stateColumns } from './ledger-rows.ts';

/**
 * Loads what a batch needs. Runs inside a transaction, so that all of it is of one moment. The number of
 * statements depends on what kind of operations the batch holds, the rows on what these touch.
 */
export function loadBasis(database: SqliteDatabase, ports: BatchNeeds): BatchBasis {
  const row = database.prepare('SELECT * FROM discussion WHERE id = ?').get(ports.discussion);
  const boundTo = boundDiscussion(database, ports.context);
  if (row === undefined) return { ...nothing, boundTo };
  const discussion = Number(row['number']);
  const refs = readRefs(database, discussion, ports.changed);
  const items = new Map<string, ItemState>();
  const at = { database, discussion, items };
  loadWithQuestionsAbove(at, [...ports.items, ...[...refs.values()].flat()]);
  const resting = loadResting(at, touchedBases(ports, items));
  loadMissing(
    at,
    resting.map(({ summary }) => summary),
  );
  if (ports.blockers) loadBlockers(at);
  return {
    discussion: readDiscussion(row),
    earlier: loadEarlier(database, discussion, ports.requestId),
    boundTo,
    items: [...items.values()],
    refs,
    resting,
    recorded: loadRecorded(database, discussion, ports.messages),
  };
}

/** The items of a discussion that have been loaded so far. */
interface Loading {
  readonly database: SqliteDatabase;
  readonly discussion: number;
  readonly items: Map<string, ItemState>;
}

const nothing: BatchBasis = {
  discussion: undefined,
  earlier: undefined,
  boundTo: undefined,
  items: [],
  refs: new Map(),
  resting: [],
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

function loadEarlier(database: SqliteDatabase, discussion: number, requestId: string) {
  const row = database
    .prepare('SELECT revision, input FROM batch WHERE discussion = ? AND request_id = ?')
    .get(discussion, requestId);
  return row && { revision: Number(row['revision']), input: String(row['input']) };
}

/** Goes up from the items by one statement for each level of nested questions. */
function loadWithQuestionsAbove(at: Loading, ids: readonly string[]): void {
  for (let wanted = ids; wanted.length > 0; ) {
    const found = loadMissing(at, wanted);
    wanted = found.flatMap(({ parent }) => (parent === null ? [] : [parent]));
  }
}

/** Loads those of the items that are not loaded yet; answers the ones that it found. */
function loadMissing(
  { database, discussion, items }: Loading,
  ids: readonly string[],
): ItemState[] {
  const missing = [...new Set(ids)].filter((id) => !items.has(id));
  if (missing.length === 0) return [];
  const found = database
    .prepare(
      `SELECT ${stateColumns} FROM item
       WHERE discussion = ? AND id IN (SELECT value FROM json_each(?))`,
    )
    .all(discussion, JSON.stringify(missing))
    .map(readState);
  for (const item of found) items.set(item.id, item);
  return found;
}

function touchedBases(ports: BatchNeeds, items: ReadonlyMap<string, ItemState>): string[] {
  const parents = ports.changed.flatMap((id) => items.get(id)?.parent ?? []);
  return [...new Set([...ports.changed, ...ports.parents, ...parents])];
}

/**
 * Who rests on what the batch touches, and on those in turn, by one statement for each step. Stale summaries rest
 * on nothing.
 */
function loadResting({ database, discussion }: Loading, bases: readonly string[]): Resting[] {
  const resting: Resting[] = [];
  const seen = new Set(bases);
  for (let step = [...bases]; step.length > 0; ) {
    const edges = restingOn(database, discussion, step);
    resting.push(...edges);
    step = [...new Set(edges.map(({ summary }) => summary))].filter((id) => !seen.has(id));
    for (const id of step) seen.add(id);
  }
  return resting;
}

function restingOn(
  database: SqliteDatabase,
  discussion: number,
  bases: readonly string[],
): Resting[] {
  return database
    .prepare(
      `SELECT base, summary FROM rests_on
       WHERE discussion = ? AND base IN (SELECT value FROM json_each(?))`,
    )
    .all(discussion, JSON.stringify(bases))
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
    .all(discussion, JSON.stringify(messages));
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
