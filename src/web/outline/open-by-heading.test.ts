import { describe, expect, it } from 'vitest';
import { openByHeading } from './open-by-heading.ts';

const outline = [
  { block: 2, level: 1, text: 'Plan' },
  { block: 5, level: 2, text: 'Eviction' },
  { block: 9, level: 3, text: 'Limits' },
];

describe('counts in the outline', () => {
  it('belong to the nearest heading above', () => {
    expect([...openByHeading(outline, [5, 6, 9, 12])]).toEqual([
      [5, 2],
      [9, 2],
    ]);
  });

  it('give the first heading what stands before it', () => {
    expect([...openByHeading(outline, [1])]).toEqual([[2, 1]]);
  });

  it('are none without headings', () => {
    expect(openByHeading([], [1, 2]).size).toBe(0);
  });
});
