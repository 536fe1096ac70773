import type { LedgerHit, LedgerSearch, ListPage } from '../../core/ledger/ports/ledger-reader.ts';
import type { SqliteDatabase } from './database.ts';
import { itemColumns, readDiscussion, readItems } from './ledger-rows.ts';
import type { SqlRow } from './sql-value.ts';

/** Items that hold the words looked for, best matches first. */
export function searchItems(database: SqliteDatabase, search: LedgerSearch): ListPage<LedgerHit> {
  const match = matchExpression(search.phrases);
  if (match === '') return { entries: [], total: 0 };
  const { scope, values } = searchScope(search);
  const from = `FROM item_words JOIN item ON item.number = item_words.rowid
    JOIN discussion ON discussion.number = item.discussion WHERE item_words MATCH ?${scope}`;
  const rows = database
    .prepare(
      `SELECT item.discussion, ${itemColumns} ${from} ORDER BY item_words.rank, item.number LIMIT ? OFFSET ?`,
    )
    .all(match, ...values, search.limit, search.offset);
  const counted = database.prepare(`SELECT count(*) AS total ${from}`).get(match, ...values);
  return {
    entries: rows.map((row) => readHit(database, row)),
    total: Number(counted?.['total']),
  };
}

function searchScope({ context, discussion }: LedgerSearch): { scope: string; values: string[] } {
  const conditions = [
    ...(context === undefined ? [] : [{ sql: `discussion.context IN (?, '')`, value: context }]),
    ...(discussion === undefined ? [] : [{ sql: 'discussion.id = ?', value: discussion }]),
  ];
  return {
    scope: conditions.map(({ sql }) => ` AND ${sql}`).join(''),
    values: conditions.map(({ value }) => value),
  };
}

function readHit(database: SqliteDatabase, row: SqlRow): LedgerHit {
  const number = Number(row['discussion']);
  const head = database.prepare('SELECT * FROM discussion WHERE number = ?').get(number);
  const [item] = readItems(database, number, [row]);
  if (head === undefined || item === undefined) throw new Error('an item without a discussion');
  return { discussion: readDiscussion(head), item };
}

/** Words hold letters and digits alone, so quoting them is safe. */
function matchExpression(phrases: LedgerSearch['phrases']): string {
  const quoted = phrases.map((phrase) => `"${phrase.join(' ')}"`);
  return quoted.length === 0 ? '' : `${quoted.join(' AND ')} *`;
}
