import type { SomeLines } from './word-runs.ts';
import { makeInterner, splitWords } from './words.ts';

/** Most pairs of lines that are compared; a longer change is left unpaired. */
const mostPairs = 10_000;
/** Lines less alike than this are no pair. */
const leastAlike = 0.5;

interface Bag {
  /** Numbers of the line's words in ascending order. */
  readonly ids: readonly number[];
  readonly weights: ReadonlyMap<number, number>;
  readonly total: number;
}

/** Pairs the lines of a change that are edited forms of each other, in order; each pair is two line numbers. */
export function pairLines(before: SomeLines, after: SomeLines): [number, number][] {
  if (before.chosen.length * after.chosen.length > mostPairs) return [];
  const intern = makeInterner();
  const bagsOf = ({ text, lines, chosen }: SomeLines): Bag[] =>
    chosen.map((line) => bagOf(text.slice(lines.starts[line], lines.ends[line]), intern));
  const [oldBags, newBags] = [bagsOf(before), bagsOf(after)];
  const table = gains(oldBags, newBags);
  const pairs: [number, number][] = [];
  let [i, j] = [oldBags.length, newBags.length];
  while (i > 0 && j > 0) {
    const best = table[i]?.[j] ?? 0;
    if (best === table[i - 1]?.[j]) i--;
    else if (best === table[i]?.[j - 1]) j--;
    else pairs.push([before.chosen[--i] ?? 0, after.chosen[--j] ?? 0]);
  }
  return pairs.reverse();
}

function bagOf(line: string, intern: (word: string) => number): Bag {
  const { ids, starts, ends } = splitWords(line, intern);
  const weights = new Map<number, number>();
  for (const [at, id] of ids.entries()) weights.set(id, (ends[at] ?? 0) - (starts[at] ?? 0));
  const total = ids.reduce((sum, id) => sum + (weights.get(id) ?? 0), 0);
  return { ids: ids.toSorted((one, other) => one - other), weights, total };
}

/** Characters in common when the first `i` old and `j` new lines are paired in the best way. */
function gains(oldBags: readonly Bag[], newBags: readonly Bag[]): number[][] {
  const table = [new Array<number>(newBags.length + 1).fill(0)];
  for (const oldBag of oldBags) {
    const above = table.at(-1) ?? [];
    const row = [0];
    for (const [at, newBag] of newBags.entries()) {
      const common = commonCharacters(oldBag, newBag);
      const isPair = 2 * common >= leastAlike * (oldBag.total + newBag.total);
      const paired = isPair ? (above[at] ?? 0) + common : 0;
      row.push(Math.max(paired, above[at + 1] ?? 0, row[at] ?? 0));
    }
    table.push(row);
  }
  return table;
}

function commonCharacters(one: Bag, other: Bag): number {
  let [i, j, common] = [0, 0, 0];
  while (i < one.ids.length && j < other.ids.length) {
    const [left, right] = [one.ids[i] ?? 0, other.ids[j] ?? 0];
    if (left === right) common += one.weights.get(left) ?? 0;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return common;
}
