import { alignSequences } from './align-sequences.ts';
import { makeInterner, type Tokens, tokenizeWords, tokenLength } from './tokens.ts';

/** Longest text that is compared character by character, since that costs the product of both lengths. */
const maxCharacterLength = 256;

/** Returns how similar two texts are, from 0 to 1; white space between words does not count. */
export function similarity(first: string, second: string): number {
  if (first === second) return 1;
  const [left, right] = [collapseSpace(first), collapseSpace(second)];
  if (left === right) return 1;
  const longest = Math.max(left.length, right.length);
  const shortest = Math.min(left.length, right.length);
  if (shortest === 0) return 0;
  if (longest > maxCharacterLength) return wordSimilarity(left, right);
  return 1 - editDistance(left, right) / longest;
}

/** Returns the text with each run of white space as one space, and none at its ends. */
export function collapseSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function totalLength(tokens: Tokens): number {
  return tokens.ids.reduce((sum, _, index) => sum + tokenLength(tokens, index), 0);
}

/** Twice the characters of the words in common, over those of both. */
function wordSimilarity(first: string, second: string): number {
  const intern = makeInterner();
  const [left, right] = [tokenizeWords(first, intern), tokenizeWords(second, intern)];
  let common = 0;
  for (const { oldStart, length } of alignSequences(left.ids, right.ids)) {
    for (let index = oldStart; index < oldStart + length; index++) {
      common += tokenLength(left, index);
    }
  }
  return (2 * common) / (totalLength(left) + totalLength(right));
}

/** The fewest characters to insert, delete or replace that turn one text into the other. */
function editDistance(first: string, second: string): number {
  const row = Uint16Array.from({ length: second.length + 1 }, (_, index) => index);
  const codes = Uint16Array.from({ length: second.length }, (_, index) => second.charCodeAt(index));
  for (let i = 1; i <= first.length; i++) {
    const code = first.charCodeAt(i - 1);
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
  return row[second.length] ?? 0;
}
