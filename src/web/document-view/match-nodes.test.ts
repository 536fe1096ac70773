import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchNodes } from './match-nodes.ts';

const keys = (text: string): string[] => [...text];

describe('what stays when a document changes', () => {
  it('is everything before and after one changed block', () => {
    expect(matchNodes(keys('abcde'), keys('abXde')).map(({ before }) => before)).toEqual([
      0, 1, 3, 4,
    ]);
  });

  it('is everything when a block is put in front', () => {
    expect(matchNodes(keys('abc'), keys('Xabc'))).toEqual([
      { before: 0, after: 1 },
      { before: 1, after: 2 },
      { before: 2, after: 3 },
    ]);
  });

  it('is the larger part when sections change places', () => {
    expect(matchNodes(keys('12abcdef'), keys('abcdef12')).length).toBe(6);
  });

  it('pairs equal keys, rising on both sides, no item twice', () => {
    const lists = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
    fc.assert(
      fc.property(lists, lists, (before, after) => {
        const matches = matchNodes(before, after);
        for (const [index, match] of matches.entries()) {
          expect(before[match.before]).toBe(after[match.after]);
          const next = matches[index + 1];
          if (next) expect(next.before > match.before && next.after > match.after).toBe(true);
        }
      }),
    );
  });

  it('is all of an unchanged document', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 30 }), (list) => {
        expect(matchNodes(list, list).length).toBe(list.length);
      }),
    );
  });
});
