import type { CardSpacing, CardStack } from './layout-cards.ts';

/**
 * Which cards before the active one are shown as a single line so that as many as possible find room above it. The
 * farthest give way first; none does while all fit.
 */
export function squeezeCards(
  { wants, heights, active }: CardStack,
  lineHeight: number,
  { gap, floor }: CardSpacing,
): ReadonlySet<number> {
  const squeezed = new Set<number>();
  if (active === null) return squeezed;
  const above = heights.slice(0, active);
  const room = Math.max(wants[active] ?? 0, floor) - floor;
  let needed = above.reduce((sum, height) => sum + height + gap, 0);
  for (const [card, height] of above.entries()) {
    if (needed <= room) break;
    if (height <= lineHeight) continue;
    squeezed.add(card);
    needed -= height - lineHeight;
  }
  return squeezed;
}
