import { lettersOnly, words } from '../text/words.ts';

/** How often each word stands in a text. */
export type WordCounts = ReadonlyMap<string, number>;

/** Counts the words of a text. */
export function countWords(text: string): WordCounts {
  const counts = new Map<string, number>();
  for (const { word } of words(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** What most addresses have in common tells none of them. */
const addressPart = /^(https?|www|com|org|net|io|dev|github|html?|md)$/;

/** How much a word tells its text from others: long words more than short ones, rare ones more than common ones. */
export function tellingWeight(word: string, count: number): number {
  return (word.length / Math.sqrt(count)) * (addressPart.test(word) ? 0.1 : 1);
}

/** Share of what tells a text from others that stands in another text; 1 for a text without words. */
export function tellingShareIn(text: string, other: string): number {
  const there = new Map(countWords(other));
  let [all, kept] = [0, 0];
  for (const { word } of words(text)) {
    const weight = tellingWeight(word, 1);
    const left = there.get(word) ?? 0;
    there.set(word, left - 1);
    all += weight;
    if (left > 0) kept += weight;
  }
  return all === 0 ? 1 : kept / all;
}

/** What `tellingShareIn` says at most of any part of another text; found without reading that text's words. */
export function makeShareBound(text: string): (other: string) => number {
  const weights = [...words(text)].map(({ word }) => ({ word, weight: tellingWeight(word, 1) }));
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  return (other) => {
    if (all === 0) return 1;
    const kept = weights.filter(({ word }) => other.includes(word));
    return kept.reduce((sum, { weight }) => sum + weight, 0) / all;
  };
}

/** Whether two texts have the same letters and digits, and any at all. */
export function sameLetters(one: string, other: string): boolean {
  return lettersOnly(one) !== '' && lettersOnly(one) === lettersOnly(other);
}
