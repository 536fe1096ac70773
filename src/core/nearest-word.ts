/** The known word that was probably meant: at most two letters away, or the only one that begins like it. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((left, right) => left.distance - right.distance);
  const [best] = ranked;
  if (best !== undefined && best.distance <= Math.min(2, word.length / 2)) return best.candidate;
  const beginning = word.length < 2 ? [] : known.filter((candidate) => candidate.startsWith(word));
  return beginning.length === 1 ? beginning[0] : undefined;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...right].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
