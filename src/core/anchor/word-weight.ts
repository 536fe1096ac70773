import { lettersOnly, words } from '../text/tokens.ts';

/** How often each word occurs in a text. */
export type WordCounts = ReadonlyMap<string, number>;

/** Counts the words of a text. */
export function countWords(text: string): WordCounts {
  const counts = new Map<string, number>();
  for (const { word } of words(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Parts that most addresses have in common, which identify none of them. */
const addressPart = /^(https?|www|com|org|net|io|dev|github|html?|md)$/;

/** Returns how much a word identifies its text: long words more than short ones, rare ones more than common ones. */
export function wordWeight(word: string, count: number): number {
  return (word.length / Math.sqrt(count)) * (addressPart.test(word) ? 0.1 : 1);
}

/** Returns the share, by weight, of a text's words that another text has too; 1 for a text without words. */
export function sharedWeight(text: string, candidate: string): number {
  const available = new Map(countWords(candidate));
  let [total, shared] = [0, 0];
  for (const { word } of words(text)) {
    const weight = wordWeight(word, 1);
    const count = available.get(word) ?? 0;
    available.set(word, count - 1);
    total += weight;
    if (count > 0) shared += weight;
  }
  return total === 0 ? 1 : shared / total;
}

/** Returns an upper bound of `sharedWeight` for any part of a candidate, cheaper because it does not split the candidate. */
export function makeSharedWeightBound(text: string): (candidate: string) => number {
  const weights = [...words(text)].map(({ word }) => ({ word, weight: wordWeight(word, 1) }));
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  return (candidate) => {
    if (total === 0) return 1;
    const shared = weights.filter(({ word }) => candidate.includes(word));
    return shared.reduce((sum, { weight }) => sum + weight, 0) / total;
  };
}

/** Returns whether two texts have the same letters and digits, and any at all. */
export function hasSameLetters(first: string, second: string): boolean {
  return lettersOnly(first) !== '' && lettersOnly(first) === lettersOnly(second);
}
