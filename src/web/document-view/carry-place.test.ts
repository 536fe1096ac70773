import { describe, expect, it } from 'vitest';
import type { Place } from '../place.ts';
import { carryPlaces } from './carry-place.ts';
import { joinText } from './joined-text.ts';

const joined = (...texts: readonly string[]) =>
  joinText(texts.map((text, index) => ({ block: index + 1, text })));

const passage = (block: number, startOffset: number, exact: string): Place => ({
  fileId: 'f-1',
  anchorStart: block,
  anchorEnd: block,
  snippet: exact,
  quote: { exact, prefix: '', suffix: '' },
  range: { startOffset, endOffset: startOffset + exact.length },
});

const carry = (place: Place, before: readonly string[], after: readonly string[]) =>
  carryPlaces([place], joined(...before), joined(...after))[0];

const before = ['Title', 'Entries live for five minutes in the cache.', 'The end of it.'];

describe('a place that is being written about', () => {
  it('goes with its text when something comes before it', () => {
    const place = passage(2, 17, 'five minutes');
    const after = ['Title', 'A new paragraph.', `Now, ${before[1]}`, 'The end of it.'];
    expect(carry(place, before, after)).toMatchObject({
      lost: false,
      place: {
        anchorStart: 3,
        anchorEnd: 3,
        range: { startOffset: 22, endOffset: 34 },
        quote: { exact: 'five minutes' },
      },
    });
  });

  it('stays a whole block where it was one', () => {
    const { range: _, quote: __, ...place } = passage(3, 0, 'The end of it.');
    const carried = carry(place, before, ['Title', 'New.', ...before.slice(1)]);
    expect(carried).toEqual({ lost: false, place: { ...place, anchorStart: 4, anchorEnd: 4 } });
  });

  it('is lost with its text, and then stands on the block that is there now', () => {
    const place = passage(2, 17, 'five minutes');
    const carried = carry(place, before, ['Title', 'Nothing of that is left.', 'The end of it.']);
    expect(carried?.lost).toBe(true);
    expect(carried?.place).not.toHaveProperty('range');
    expect(carried?.place.anchorStart).toBeGreaterThanOrEqual(1);
    expect(carried?.place.anchorStart).toBeLessThanOrEqual(3);
  });
});
