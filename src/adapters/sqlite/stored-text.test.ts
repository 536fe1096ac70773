import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openSqlite } from './database.ts';
import { toStoredList } from './stored-text.ts';

it('keeps any text, with NUL and noncharacters, to the letter', () => {
  const database = openSqlite(':memory:');
  const awkward = fc.string({
    unit: fc.constantFrom('\0', '\uFDD0', '0', '1', 'a', '😀', '\uFFFF'),
  });
  void fc.assert(
    fc.property(awkward, (text) => {
      expect(database.prepare('SELECT ? AS text').get(text)?.['text']).toBe(text);
      expect(database.prepare('SELECT ? AS text').all(text)).toEqual([{ text }]);
    }),
  );
  database.close();
});

it('finds any text by a list of texts', () => {
  const database = openSqlite(':memory:');
  database.exec('CREATE TABLE kept (text TEXT)');
  const texts = ['a\0b', '\uFDD0', 'plain'];
  for (const text of texts) database.prepare('INSERT INTO kept VALUES (?)').run(text);
  const found = database
    .prepare('SELECT text FROM kept WHERE text IN (SELECT value FROM json_each(?))')
    .all(toStoredList(texts));
  expect(found.map(({ text }) => text)).toEqual(texts);
  database.close();
});
