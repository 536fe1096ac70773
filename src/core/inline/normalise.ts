import { oneLine } from '../text/one-line.ts';
/** Returns a text on one line for comparing: NFC, trimmed, white space as single spaces; case and markup are kept. */
export function normaliseText(text: string): string {
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text;
  return oneLine(text.normalize('NFC'));
}

/** Returns the text without blank lines at its beginning and without white space at its end. */
export function trimBlankLines(text: string): string {
  return /^\s/.test(text) ? text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd() : text.trimEnd();
}
