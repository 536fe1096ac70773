/** Numbers that look random and are the same for the same seed. */
export interface SeededRandom {
  /** A whole number from 0, below `limit`. */
  below(limit: number): number;
  /** One of the items. */
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** The mulberry32 generator. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, pick: (items) => items[below(items.length)] ?? items[0] };
}
