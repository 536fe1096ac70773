import { boundedDistance } from './edit-distance.ts';

/** Returns the known word that was probably meant: at most two edits away, or the only one with the same beginning. */
export function nearestWord(word: string, vocabulary: readonly string[]): string | undefined {
  const limit = Math.floor(Math.min(2, word.length / 2));
  const [best] = vocabulary
    .flatMap((candidate) => {
      const distance = boundedDistance(word, candidate, limit);
      return distance === undefined ? [] : [{ candidate, distance }];
    })
    .sort((left, right) => left.distance - right.distance);
  if (best !== undefined) return best.candidate;
  const beginning =
    word.length < 2 ? [] : vocabulary.filter((candidate) => candidate.startsWith(word));
  return beginning.length === 1 ? beginning[0] : undefined;
}
