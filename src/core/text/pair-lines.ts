import type { SelectedLines } from './matching-words.ts';
import { makeInterner, tokenizeWords, tokenLength } from './tokens.ts';

/** Most pairs of lines that are compared; the lines of a larger change stay unpaired. */
const maxPairs = 10_000;
/** Less similar lines are no pair. */
const minSimilarity = 0.5;

interface TokenBag {
  /** Numbers of the line's words in ascending order. */
  readonly ids: readonly number[];
  readonly weights: ReadonlyMap<number, number>;
  readonly total: number;
}

/** Returns the lines of a change that are edited forms of each other, as pairs of line numbers in order. */
export function pairLines(before: SelectedLines, after: SelectedLines): [number, number][] {
  if (before.selected.length * after.selected.length > maxPairs) return [];
  const intern = makeInterner();
  const bagsOf = ({ text, lines, selected }: SelectedLines): TokenBag[] =>
    selected.map((line) => tokenBagOf(text.slice(lines.starts[line], lines.ends[line]), intern));
  const [oldBags, newBags] = [bagsOf(before), bagsOf(after)];
  const table = pairScores(oldBags, newBags);
  const pairs: [number, number][] = [];
  let [i, j] = [oldBags.length, newBags.length];
  while (i > 0 && j > 0) {
    const best = table[i]?.[j] ?? 0;
    if (best === table[i - 1]?.[j]) i--;
    else if (best === table[i]?.[j - 1]) j--;
    else pairs.push([before.selected[--i] ?? 0, after.selected[--j] ?? 0]);
  }
  return pairs.reverse();
}

function tokenBagOf(line: string, intern: (word: string) => number): TokenBag {
  const tokens = tokenizeWords(line, intern);
  const { ids } = tokens;
  const weights = new Map<number, number>();
  for (const [index, id] of ids.entries()) weights.set(id, tokenLength(tokens, index));
  const total = ids.reduce((sum, id) => sum + (weights.get(id) ?? 0), 0);
  return { ids: ids.toSorted((first, second) => first - second), weights, total };
}

/** Characters in common when the first `i` old and `j` new lines are paired in the best way. */
function pairScores(oldBags: readonly TokenBag[], newBags: readonly TokenBag[]): number[][] {
  const table = [new Array<number>(newBags.length + 1).fill(0)];
  for (const oldBag of oldBags) {
    const above = table.at(-1) ?? [];
    const row = [0];
    for (const [index, newBag] of newBags.entries()) {
      const common = commonCharacters(oldBag, newBag);
      const isPair = 2 * common >= minSimilarity * (oldBag.total + newBag.total);
      const paired = isPair ? (above[index] ?? 0) + common : 0;
      row.push(Math.max(paired, above[index + 1] ?? 0, row[index] ?? 0));
    }
    table.push(row);
  }
  return table;
}

function commonCharacters(first: TokenBag, second: TokenBag): number {
  let [i, j, common] = [0, 0, 0];
  while (i < first.ids.length && j < second.ids.length) {
    const [left, right] = [first.ids[i] ?? 0, second.ids[j] ?? 0];
    if (left === right) common += first.weights.get(left) ?? 0;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return common;
}
