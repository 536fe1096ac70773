import { alignSequences } from './align-sequences.ts';
import { boundedDistance } from './edit-distance.ts';
import { oneLine } from './one-line.ts';
import { makeInterner, type Tokens, tokenizeWords, tokenLength } from './tokens.ts';

/** Longest text that is compared character by character, since that costs the product of both lengths. */
const maxCharacterLength = 256;

/** Returns how similar two texts are, from 0 to 1; white space between words does not count. */
export function similarity(first: string, second: string): number {
  if (first === second) return 1;
  const [left, right] = [oneLine(first), oneLine(second)];
  if (left === right) return 1;
  const longest = Math.max(left.length, right.length);
  const shortest = Math.min(left.length, right.length);
  if (shortest === 0) return 0;
  if (longest > maxCharacterLength) return wordSimilarity(left, right);
  return 1 - (boundedDistance(left, right, longest) ?? longest) / longest;
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
