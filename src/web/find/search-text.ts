/** Where a text contains what is looked for: start and end of each, without overlap. */
export function occurrences(text: string, wanted: string): readonly (readonly [number, number])[] {
  if (wanted === '') return [];
  const within = fold(text);
  const needle = fold(wanted);
  const found: (readonly [number, number])[] = [];
  for (let at = within.indexOf(needle); at >= 0; at = within.indexOf(needle, at + needle.length)) {
    found.push([at, at + needle.length]);
  }
  return found;
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
