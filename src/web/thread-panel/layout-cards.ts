/** How cards are stacked. */
export interface CardSpacing {
  /** Pixels between two cards. */
  readonly gap: number;
  /** No card but the active one's neighbours that do not fit stands above this. */
  readonly floor: number;
}

const defaultSpacing: CardSpacing = { gap: 12, floor: 0 };

/** What a stack is made of, in reading order; `active` is the position of the card that stands at its anchor. */
export interface CardStack {
  /** Height at which each card's text stands; not descending. */
  readonly wants: readonly number[];
  readonly heights: readonly number[];
  readonly active: number | null;
}

/**
 * The top of every card so that none overlap. The active card stands exactly at its anchor (or at the floor); the
 * others stand at theirs or as near below as room allows, and those before the active one move up for it. A top above
 * the floor means that there is no room for this card before the active one.
 */
export function layoutCards(stack: CardStack, spacing: CardSpacing = defaultSpacing): number[] {
  const { wants, active } = stack;
  if (active === null)
    return downwards(stack, { from: 0, next: spacing.floor, spacing, limits: [] });
  const activeTop = Math.max(wants[active] ?? 0, spacing.floor);
  const limits = latestTops(stack, activeTop, spacing);
  const fitting = limits.findIndex((limit) => limit >= spacing.floor);
  const tops = downwards(stack, { from: fitting, next: spacing.floor, spacing, limits });
  return [...stackedAbove(stack.heights.slice(0, fitting), tops[0] ?? activeTop, spacing), ...tops];
}

interface Downwards {
  readonly from: number;
  readonly next: number;
  readonly spacing: CardSpacing;
  readonly limits: readonly number[];
}

/** Tops from a card on: each at its anchor, or under the card before it, but no lower than its limit. */
function downwards(
  { wants, heights }: CardStack,
  { from, next, spacing, limits }: Downwards,
): number[] {
  const tops: number[] = [];
  let free = next;
  for (let card = from; card < wants.length; card++) {
    const top = Math.min(
      Math.max(wants[card] ?? 0, free),
      limits[card] ?? Number.POSITIVE_INFINITY,
    );
    tops.push(top);
    free = top + (heights[card] ?? 0) + spacing.gap;
  }
  return tops;
}

/** The lowest tops that leave room for the active card and all between, up to the active card itself. */
function latestTops(
  { heights, active }: CardStack,
  activeTop: number,
  spacing: CardSpacing,
): number[] {
  return [...stackedAbove(heights.slice(0, active ?? 0), activeTop, spacing), activeTop];
}

/** Tops of cards that stand close together and end above a height. */
function stackedAbove(heights: readonly number[], end: number, { gap }: CardSpacing): number[] {
  let next = end;
  return heights
    .toReversed()
    .map((height) => {
      next -= gap + height;
      return next;
    })
    .toReversed();
}
