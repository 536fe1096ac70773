/** A formula between `\[` and `\]` has at most so many lines. */
export const maxFormulaLines = 200;

/** Returns whether a text has what only formulas have; brackets around anything else are escaped brackets. */
export function hasTexSign(text: string): boolean {
  return /[\\^_=+\-/]/.test(text);
}

/** Returns whether what stands between `\[` and `\]` is one formula. */
export function isBracketFormula(text: string): boolean {
  return hasTexSign(text) && !/\\[[\]]/.test(text.replaceAll('\\\\', ''));
}
