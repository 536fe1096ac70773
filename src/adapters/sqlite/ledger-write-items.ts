import type { ItemState, ItemText } from '../../core/ledger/item.ts';
import type { Citations } from '../../core/ledger/ports/record.ts';
import { searchWords } from '../../core/ledger/search-words.ts';
import type { SqliteDatabase } from './database.ts';

/** Inserts an item with its words, and what search finds it by. */
export function insertItem(
  database: SqliteDatabase,
  number: number,
  item: ItemState & Omit<ItemText, 'refs'>,
): void {
  const row = database
    .prepare(
      `INSERT INTO item (discussion, id, kind, parent, ordinal, position, revision, stale, confirmed, withdrawn,
         message_id, delivery, via, answers, cited, cited_below, text, original)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
    )
    .get(
      number,
      item.id,
      item.kind,
      item.parent,
      item.ordinal,
      item.position,
      item.revision,
      ...flags(item),
      item.messageId,
      item.delivery,
      item.via,
      item.answers,
      item.cited,
      item.citedBelow,
      item.text,
      item.original === item.text ? null : item.original,
    );
  database
    .prepare('INSERT INTO item_words (rowid, words) VALUES (?, ?)')
    .run(Number(row?.['number']), searchWords(item.text).join(' '));
}

/** Writes an item's state; its words stay. */
export function updateItem(database: SqliteDatabase, number: number, item: ItemState): void {
  database
    .prepare(
      `UPDATE item SET kind = ?, parent = ?, ordinal = ?, revision = ?, stale = ?, confirmed = ?, withdrawn = ?,
         message_id = ?, delivery = ?, answers = ?, cited = ?, cited_below = ?
       WHERE discussion = ? AND id = ?`,
    )
    .run(
      item.kind,
      item.parent,
      item.ordinal,
      item.revision,
      ...flags(item),
      item.messageId,
      item.delivery,
      item.answers,
      item.cited,
      item.citedBelow,
      number,
      item.id,
    );
}

function flags(item: ItemState): [stale: number, confirmed: number, withdrawn: number] {
  return [Number(item.stale), Number(item.confirmed), Number(item.withdrawn)];
}

/** Gives an item new words; the first ones are kept. */
export function rewriteItem(
  database: SqliteDatabase,
  { number, id, text }: { readonly number: number; readonly id: string; readonly text: string },
): void {
  const row = database
    .prepare(
      `UPDATE item SET original = coalesce(original, text), text = ?
       WHERE discussion = ? AND id = ? RETURNING number`,
    )
    .get(text, number, id);
  database
    .prepare('UPDATE item_words SET words = ? WHERE rowid = ?')
    .run(searchWords(text).join(' '), Number(row?.['number']));
}

/** Lets a summary rest on nothing. */
export function clearDependencies(database: SqliteDatabase, number: number, summary: string): void {
  database
    .prepare('DELETE FROM rests_on WHERE discussion = ? AND summary = ?')
    .run(number, summary);
}

/** Lets a summary cite and rest on something else than before. */
export function writeCitations(
  database: SqliteDatabase,
  number: number,
  citations: Citations,
): void {
  const { summary, refs, dependencies } = citations;
  clearDependencies(database, number, summary);
  database
    .prepare('DELETE FROM reference WHERE discussion = ? AND summary = ?')
    .run(number, summary);
  for (const [position, item] of refs.entries()) {
    database
      .prepare('INSERT INTO reference (discussion, summary, place, item) VALUES (?, ?, ?, ?)')
      .run(number, summary, position, item);
  }
  for (const base of dependencies) {
    database
      .prepare('INSERT INTO rests_on (discussion, base, summary) VALUES (?, ?, ?)')
      .run(number, base, summary);
  }
}
