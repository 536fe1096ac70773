import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignSequences } from './align-sequences.ts';

const sequence = fc.array(fc.nat(12), { maxLength: 60 });

describe('alignSequences', () => {
  it('gives runs of equal elements, in order and never crossing', () => {
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

  it('gives one run for a sequence and itself', () => {
    fc.assert(
      fc.property(sequence, (elements) => {
        const whole = { oldStart: 0, newStart: 0, length: elements.length };
        expect(alignSequences(elements, elements)).toEqual(elements.length === 0 ? [] : [whole]);
      }),
    );
  });

  it('matches what stands once before what is repeated', () => {
    const before = [1, 0, 0, 7, 0, 0, 2];
    const after = [1, 0, 7, 0, 0, 0, 0, 2];
    const seven = alignSequences(before, after).find(
      ({ oldStart, length }) => oldStart <= 3 && 3 < oldStart + length,
    );
    expect(seven && seven.newStart + 3 - seven.oldStart).toBe(2);
  });

  it('gives up on long stretches with nothing of their own, instead of taking the square of their length', () => {
    const before = Array.from({ length: 4000 }, (_, at) => at % 2);
    const after = Array.from({ length: 4000 }, (_, at) => 2 + (at % 2));
    expect(alignSequences(before, after)).toEqual([]);
  });
});
