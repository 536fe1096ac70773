import { firstIndex } from './first-index.ts';

/** The longest subsequence whose values rise, by patience sorting. */
export function longestRising<Item>(
  items: readonly Item[],
  sortKey: (item: Item) => number,
): Item[] {
  const values = items.map(sortKey);
  const tops: number[] = [];
  const previous: number[] = [];
  for (const [index, value] of values.entries()) {
    const rank = firstIndex(tops.length, (top) => (values[tops[top] ?? 0] ?? 0) >= value);
    previous[index] = tops[rank - 1] ?? -1;
    tops[rank] = index;
  }
  const kept = new Set<number>();
  for (let index = tops.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) kept.add(index);
  return items.filter((_, index) => kept.has(index));
}
