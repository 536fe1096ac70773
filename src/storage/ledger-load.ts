import type { ItemState } from '../core/ledger/item.ts';
import type { BatchBasis, BatchNeeds, Resting } from '../core/needs/ledger-store.ts';
import { readDiscussion, readRefs, readState, stateColumns } from './ledger-rows.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/**
 * Loads what a batch needs. Runs inside a transaction, so that all of it is of one moment. The number of
 * statements depends on what kind of operations the batch holds, the rows on what these touch.
 */
export function loadBasis(database: SqliteDatabase, needs: BatchNeeds): BatchBasis {
  const row = database.prepare('SELECT * FROM discussion WHERE id = ?').get(needs.discussion);
  const boundTo = boundDiscussion(database, needs.context);
  if (row === undefined) return { ...nothing, boundTo };
  const discussion = Number(row['number']);
  const named = loadNamed(database, discussion, needs);
  const resting = loadResting(database, { discussion, needs, named });
  const states = [
    ...named,
    ...loadStates(database, discussion, restingSummaries(resting, named)),
    ...(needs.blockers ? loadBlockers(database, discussion) : []),
  ];
  return {
    discussion: readDiscussion(row),
    earlier: loadEarlier(database, discussion, needs.requestId),
    boundTo,
    items: states,
    refs: readRefs(database, discussion, needs.changed),
    resting,
    recorded: loadRecorded(database, discussion, needs.messages),
  };
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

/** The items that the batch names, what the changed ones cite, and all questions above either. */
function loadNamed(database: SqliteDatabase, discussion: number, needs: BatchNeeds): ItemState[] {
  if (needs.items.length === 0) return [];
  return database
    .prepare(
      `WITH RECURSIVE wanted (id) AS (
         SELECT value FROM json_each(?)
         UNION
         SELECT item FROM reference
           WHERE discussion = ? AND summary IN (SELECT value FROM json_each(?))
         UNION
         SELECT item.parent FROM wanted CROSS JOIN item
           ON item.discussion = ? AND item.id = wanted.id WHERE item.parent IS NOT NULL
       )
       SELECT ${stateColumns} FROM wanted CROSS JOIN item
         ON item.discussion = ? AND item.id = wanted.id`,
    )
    .all(
      JSON.stringify(needs.items),
      discussion,
      JSON.stringify(needs.changed),
      discussion,
      discussion,
    )
    .map(readState);
}

interface RestingQuery {
  readonly discussion: number;
  readonly needs: BatchNeeds;
  readonly named: readonly ItemState[];
}

/** Who rests on what the batch touches, and on those in turn. Rows of stale summaries are not there. */
function loadResting(database: SqliteDatabase, query: RestingQuery): Resting[] {
  const bases = touchedBases(query);
  if (bases.length === 0) return [];
  return database
    .prepare(
      `WITH RECURSIVE edge (base, summary) AS (
         SELECT base, summary FROM rests_on
           WHERE discussion = ? AND base IN (SELECT value FROM json_each(?))
         UNION
         SELECT rests_on.base, rests_on.summary FROM edge CROSS JOIN rests_on
           ON rests_on.discussion = ? AND rests_on.base = edge.summary
       )
       SELECT base, summary FROM edge`,
    )
    .all(query.discussion, JSON.stringify(bases), query.discussion)
    .map((row) => ({ base: String(row['base']), summary: String(row['summary']) }));
}

function touchedBases({ needs, named }: RestingQuery): string[] {
  const changed = new Set(needs.changed);
  const parents = named.flatMap(({ id, parent }) =>
    changed.has(id) && parent !== null ? [parent] : [],
  );
  return [...new Set([...needs.changed, ...needs.parents, ...parents])];
}

function restingSummaries(resting: readonly Resting[], named: readonly ItemState[]): string[] {
  const loaded = new Set(named.map((item) => item.id));
  const summaries = new Set(resting.map(({ summary }) => summary));
  return [...summaries].filter((summary) => !loaded.has(summary));
}

function loadStates(
  database: SqliteDatabase,
  discussion: number,
  ids: readonly string[],
): ItemState[] {
  if (ids.length === 0) return [];
  return database
    .prepare(
      `SELECT ${stateColumns} FROM item
       WHERE discussion = ? AND id IN (SELECT value FROM json_each(?))`,
    )
    .all(discussion, JSON.stringify(ids))
    .map(readState);
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

function loadBlockers(database: SqliteDatabase, discussion: number): ItemState[] {
  return blocking.flatMap((condition) =>
    database
      .prepare(`SELECT ${stateColumns} FROM item WHERE discussion = ? AND ${condition}`)
      .all(discussion)
      .map(readState),
  );
}
