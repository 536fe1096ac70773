/** A text on one line, for comparing: NFC, trimmed, runs of white space as one space; case and markup are kept. */
export function normaliseText(text: string): string {
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text;
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** At most the first `length` characters, counted as code points. */
export function firstCharacters(text: string, length: number): string {
  if (text.length <= length) return text;
  return Array.from(text.slice(0, length * 2))
    .slice(0, length)
    .join('');
}
