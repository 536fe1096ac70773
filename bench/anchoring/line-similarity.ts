/** How alike two lines are, from 0 to 1. */
export type LineSimilarity = (one: string, other: string) => number;

const bigramCache = new Map<string, Map<string, number>>();

function bigrams(line: string): Map<string, number> {
  const known = bigramCache.get(line);
  if (known !== undefined) return known;
  const text = line.trim();
  const countOf = new Map<string, number>();
  for (let at = 0; at + 1 < text.length; at++) {
    const pair = text.slice(at, at + 2);
    countOf.set(pair, (countOf.get(pair) ?? 0) + 1);
  }
  bigramCache.set(line, countOf);
  return countOf;
}

const total = (countOf: Map<string, number>): number =>
  [...countOf.values()].reduce((sum, count) => sum + count, 0);

/** Share of pairs of characters in common, whatever their order. */
export const bigramSimilarity: LineSimilarity = (one, other) => {
  const [left, right] = [bigrams(one), bigrams(other)];
  let common = 0;
  for (const [pair, count] of left) common += Math.min(count, right.get(pair) ?? 0);
  return (2 * common) / Math.max(1, total(left) + total(right));
};

const wordCache = new Map<string, readonly string[]>();

function wordsOf(line: string): readonly string[] {
  const known = wordCache.get(line) ?? line.match(/[\p{L}\p{N}_]+/gu) ?? [];
  wordCache.set(line, known);
  return known;
}

/** Share of the letters that stand in words in common, in the same order. */
export const wordSimilarity: LineSimilarity = (one, other) => {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  const letters = [...left, ...right].reduce((sum, word) => sum + word.length, 0);
  let row = new Array<number>(right.length + 1).fill(0);
  for (const word of left) {
    const next = [0];
    for (const [at, rival] of right.entries()) {
      const together = word === rival ? (row[at] ?? 0) + word.length : 0;
      next.push(Math.max(together, row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return letters === 0 ? 0 : (2 * (row.at(-1) ?? 0)) / letters;
};
