import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Stretch, segmentsOf } from './mark-segments.ts';

const stretches = fc.array(
  fc
    .record({
      thread: fc.constantFrom('u-1', 'u-2', 'u-3'),
      from: fc.nat(50),
      length: fc.integer({ min: 1, max: 20 }),
    })
    .map(({ thread, from, length }): Stretch => ({ thread, from, to: from + length })),
  { maxLength: 8 },
);

describe('marks that overlap', () => {
  it('are cut where one begins or ends, so that each piece names all its threads', () => {
    const segments = segmentsOf([
      { thread: 'u-1', from: 0, to: 10 },
      { thread: 'u-2', from: 5, to: 15 },
    ]);
    expect(segments).toEqual([
      { threads: ['u-1'], from: 0, to: 5 },
      { threads: ['u-1', 'u-2'], from: 5, to: 10 },
      { threads: ['u-2'], from: 10, to: 15 },
    ]);
  });

  it('leave out what no thread covers', () => {
    const segments = segmentsOf([
      { thread: 'u-1', from: 0, to: 2 },
      { thread: 'u-1', from: 4, to: 6 },
    ]);
    expect(segments.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [4, 6],
    ]);
  });

  it('cover every character with exactly the threads that lie over it', () => {
    fc.assert(
      fc.property(stretches, (all) => {
        const segments = segmentsOf(all);
        for (let at = 0; at < 75; at++) {
          const expected = new Set(
            all.filter(({ from, to }) => from <= at && at < to).map(({ thread }) => thread),
          );
          const over = segments.filter(({ from, to }) => from <= at && at < to);
          expect(over.length).toBeLessThanOrEqual(1);
          expect(new Set(over.flatMap(({ threads }) => threads))).toEqual(expected);
        }
      }),
    );
  });
});
