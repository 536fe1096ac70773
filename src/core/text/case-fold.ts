const dotlessI = '\u0131';

/**
 * Returns a form of the text that is equal for texts that differ only in case: NFC and Unicode's full case folding
 * (`ß` = `SS`, `Σ` = `ς`). For comparing, not for display.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const composed = text.normalize('NFC');
  return composed.split(dotlessI).map(foldPart).join(dotlessI).normalize('NFC');
}

/** Upper case unifies letters that fold alike; lower case before it covers capitals without a counterpart. */
function foldPart(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** Returns whether a text is all ASCII, which no normalisation changes. */
export function isAscii(text: string): boolean {
  return /^[\u0000-\u007f]*$/.test(text);
}
