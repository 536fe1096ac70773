import { alignSequences } from './align-sequences.ts';
import { makeInterner, splitWords, type Words } from './words.ts';

/** Longest text that is compared character by character, since that costs the product of both lengths. */
const longestByCharacter = 256;

/** How alike two texts are, from 0 to 1; space between words does not count. */
export function similarity(one: string, other: string): number {
  if (one === other) return 1;
  const [left, right] = [collapseSpace(one), collapseSpace(other)];
  if (left === right) return 1;
  const longest = Math.max(left.length, right.length);
  const shortest = Math.min(left.length, right.length);
  if (shortest === 0) return 0;
  if (longest > longestByCharacter) return wordSimilarity(left, right);
  return 1 - editDistance(left, right) / longest;
}

/** The text with each run of white space as one space, and none at its ends. */
export function collapseSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function lengthOfWords({ starts, ends }: Words): number {
  return ends.reduce((sum, end, index) => sum + end - (starts[index] ?? end), 0);
}

/** Twice the characters of the words in common, over those of both. */
function wordSimilarity(one: string, other: string): number {
  const intern = makeInterner();
  const [left, right] = [splitWords(one, intern), splitWords(other, intern)];
  let common = 0;
  for (const { oldStart, length } of alignSequences(left.ids, right.ids)) {
    for (let at = oldStart; at < oldStart + length; at++) {
      common += (left.ends[at] ?? 0) - (left.starts[at] ?? 0);
    }
  }
  return (2 * common) / (lengthOfWords(left) + lengthOfWords(right));
}

/** Fewest characters to insert, delete or replace that turn one text into the other. */
export function editDistance(one: string, other: string): number {
  const row = Uint16Array.from({ length: other.length + 1 }, (_, at) => at);
  const codes = Uint16Array.from({ length: other.length }, (_, at) => other.charCodeAt(at));
  for (let i = 1; i <= one.length; i++) {
    const code = one.charCodeAt(i - 1);
    let diagonal = i - 1;
    let left = i;
    row[0] = i;
    for (let j = 1; j < row.length; j++) {
      const above = row[j] ?? 0;
      const replaced = codes[j - 1] === code ? diagonal : diagonal + 1;
      left = Math.min(replaced, above + 1, left + 1);
      diagonal = above;
      row[j] = left;
    }
  }
  return row[other.length] ?? 0;
}
