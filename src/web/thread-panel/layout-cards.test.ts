import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CardStack, layoutCards } from './layout-cards.ts';

const spacing = { gap: 12, floor: 24 };

const stacks = fc
  .array(
    fc.record({
      want: fc.integer({ min: 24, max: 3_000 }),
      height: fc.integer({ min: 20, max: 500 }),
    }),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .chain((cards) =>
    fc.record({
      wants: fc.constant(cards.map((card) => card.want).toSorted((left, right) => left - right)),
      heights: fc.constant(cards.map((card) => card.height)),
      active: fc.option(fc.integer({ min: 0, max: cards.length - 1 })),
    }),
  );

function overlaps({ heights }: CardStack, tops: readonly number[]): boolean {
  return tops.some((top, card) => {
    const previous = tops[card - 1];
    return previous !== undefined && previous + (heights[card - 1] ?? 0) + spacing.gap > top;
  });
}

describe('margin cards', () => {
  it('stand at their anchors when there is room', () => {
    const tops = layoutCards({ wants: [40, 400], heights: [100, 100], active: null }, spacing);
    expect(tops).toEqual([40, 400]);
  });

  it('make way downwards when none is active', () => {
    const tops = layoutCards(
      { wants: [40, 60, 500], heights: [100, 100, 100], active: null },
      spacing,
    );
    expect(tops).toEqual([40, 152, 500]);
  });

  it('make way upwards before the active one and downwards after it', () => {
    const stack = { wants: [300, 310, 320], heights: [100, 100, 100], active: 1 };
    expect(layoutCards(stack, spacing)).toEqual([198, 310, 422]);
  });

  it('stand as near to their anchors as the active one allows', () => {
    const stack = { wants: [30, 40, 280], heights: [100, 100, 100], active: 2 };
    expect(layoutCards(stack, spacing)).toEqual([30, 142, 280]);
  });

  it('lie above the floor only when there is no room', () => {
    const stack = { wants: [30, 40, 120], heights: [100, 60, 100], active: 2 };
    expect(layoutCards(stack, spacing)).toEqual([-72, 40, 120]);
  });

  it('never overlap, and the active one stands exactly at its anchor', () => {
    fc.assert(
      fc.property(stacks, (stack) => {
        const tops = layoutCards(stack, spacing);
        expect(overlaps(stack, tops)).toBe(false);
        if (stack.active !== null) expect(tops[stack.active]).toBe(stack.wants[stack.active]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('never stand higher than their anchors when none is active', () => {
    fc.assert(
      fc.property(stacks, ({ wants, heights }) => {
        const tops = layoutCards({ wants, heights, active: null }, spacing);
        for (const [card, top] of tops.entries())
          expect(top).toBeGreaterThanOrEqual(wants[card] ?? 0);
      }),
    );
  });
});
