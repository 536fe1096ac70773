import { describe, expect, it } from 'vitest';
import { squeezeCards } from './squeeze-cards.ts';

const spacing = { gap: 10, floor: 20 };
const squeezed = (wants: readonly number[], heights: readonly number[], active: number | null) => [
  ...squeezeCards({ wants, heights, active }, 40, spacing),
];

describe('cards above the active one', () => {
  it('keep their height while there is room', () => {
    expect(squeezed([20, 30, 260], [100, 100, 200], 2)).toEqual([]);
  });

  it('become lines where there is not, the farthest first', () => {
    expect(squeezed([20, 30, 220], [100, 100, 200], 2)).toEqual([0]);
    expect(squeezed([20, 30, 120], [100, 100, 200], 2)).toEqual([0, 1]);
  });

  it('that are lines already have nothing to give', () => {
    expect(squeezed([20, 30, 150], [40, 100, 200], 2)).toEqual([1]);
  });

  it('are left alone when none is active', () => {
    expect(squeezed([20, 20, 20], [100, 100, 200], null)).toEqual([]);
  });
});
