import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openSqlite } from './database.ts';

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
