const dotlessI = '\u0131';

/**
 * A text in the form by which texts that differ in case alone are equal: NFC and Unicode's full case folding
 * (`ß` = `SS`, `Σ` = `ς`). Made for comparing, not for showing.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const composed = text.normalize('NFC');
  return composed.split(dotlessI).map(foldPart).join(dotlessI).normalize('NFC');
}

/** Upper case maps what folds alike to one spelling; lower case before it catches capitals without a counterpart. */
function foldPart(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** Whether a text is made of ASCII alone, which every normalisation leaves as it is. */
export function isAscii(text: string): boolean {
  return /^[\u0000-\u007f]*$/.test(text);
}
