/** Where a text contains what is looked for: start and end of each, without overlap. */
export function occurrences(text: string, query: string): readonly (readonly [number, number])[] {
  if (query === '') return [];
  const within = fold(text);
  const needle = fold(query);
  const matches: (readonly [number, number])[] = [];
  for (
    let start = within.indexOf(needle);
    start >= 0;
    start = within.indexOf(needle, start + needle.length)
  ) {
    matches.push([start, start + needle.length]);
  }
  return matches;
}

/** The text without the difference of upper and lower case, character for character as long as it was. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from({ length: text.length }, (_, index) => {
    const character = text[index] ?? '';
    const folded = character.toLowerCase();
    return folded.length === 1 ? folded : character;
  }).join('');
}
