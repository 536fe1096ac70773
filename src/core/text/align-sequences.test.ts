import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignSequences } from './align-sequences.ts';

const sequence = fc.array(fc.nat(12), { maxLength: 60 });

describe('alignSequences', () => {
  it('returns blocks of equal elements, in order and never crossing', () => {
    fc.assert(
      fc.property(sequence, sequence, (before, after) => {
        let [oldEnd, newEnd] = [0, 0];
        for (const { oldStart, newStart, length } of alignSequences(before, after)) {
          expect(oldStart).toBeGreaterThanOrEqual(oldEnd);
          expect(newStart).toBeGreaterThanOrEqual(newEnd);
          const old = before.slice(oldStart, oldStart + length);
          expect(old).toEqual(after.slice(newStart, newStart + length));
          [oldEnd, newEnd] = [oldStart + length, newStart + length];
        }
      }),
    );
  });

  it('returns one block for a sequence and itself', () => {
    fc.assert(
      fc.property(sequence, (elements) => {
        const whole = { oldStart: 0, newStart: 0, length: elements.length };
        expect(alignSequences(elements, elements)).toEqual(elements.length === 0 ? [] : [whole]);
      }),
    );
  });

  it('matches unique elements before repeated ones', () => {
    const before = [1, 0, 0, 7, 0, 0, 2];
    const after = [1, 0, 7, 0, 0, 0, 0, 2];
    const seven = alignSequences(before, after).find(
      ({ oldStart, length }) => oldStart <= 3 && 3 < oldStart + length,
    );
    expect(seven && seven.newStart + 3 - seven.oldStart).toBe(2);
  });

  it('gives up on long segments without unique elements, which would cost the square of their length', () => {
    const before = Array.from({ length: 4000 }, (_, index) => index % 2);
    const after = Array.from({ length: 4000 }, (_, index) => 2 + (index % 2));
    expect(alignSequences(before, after)).toEqual([]);
  });
});
