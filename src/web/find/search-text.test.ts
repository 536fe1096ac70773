import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { occurrences } from './search-text.ts';

describe('find', () => {
  it('finds every occurrence, whatever the case', () => {
    expect(occurrences('Cache, cache, CACHE', 'cache')).toEqual([
      [0, 5],
      [7, 12],
      [14, 19],
    ]);
  });

  it('finds nothing for nothing', () => {
    expect(occurrences('text', '')).toEqual([]);
  });

  it('keeps its place behind letters whose lower case is longer', () => {
    expect(occurrences('İİ shard', 'shard')).toEqual([[3, 8]]);
  });

  it('returns rising ranges within the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1, maxLength: 3 }), (text, wanted) => {
        let last = 0;
        for (const [from, to] of occurrences(text, wanted)) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeLessThanOrEqual(text.length);
          last = to;
        }
      }),
    );
  });
});
