/** The characters that start Markdown's blocks, as UTF-16 units. */
export const character = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quotationMark: 0x22,
  hash: 0x23,
  dollar: 0x24,
  apostrophe: 0x27,
  openParenthesis: 0x28,
  closeParenthesis: 0x29,
  asterisk: 0x2a,
  plus: 0x2b,
  minus: 0x2d,
  period: 0x2e,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  lessThan: 0x3c,
  equals: 0x3d,
  greaterThan: 0x3e,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  caret: 0x5e,
  underscore: 0x5f,
  backtick: 0x60,
  bar: 0x7c,
  tilde: 0x7e,
} as const;

/** Returns whether a character is a space or tab, the only white space that counts as indentation. */
export function isSpace(code: number): boolean {
  return code === character.space || code === character.tab;
}

/** Returns the first offset from `position` on that is no space or tab; at most `end`. */
export function skipSpaces(text: string, position: number, end: number): number {
  let offset = position;
  while (offset < end && isSpace(text.charCodeAt(offset))) offset++;
  return offset;
}

/** Returns the offset after the run of `code` at `position`; at most `end`. */
export function skipRun(
  text: string,
  position: number,
  { code, end }: { code: number; end: number },
): number {
  let offset = position;
  while (offset < end && text.charCodeAt(offset) === code) offset++;
  return offset;
}

const special = new Uint8Array(128);
for (const code of '`~>#<$[\\_*-+=0123456789') special[code.charCodeAt(0)] = 1;

/** Returns whether a line that begins with this character can only be text or a row of a table. */
export function isPlain(code: number): boolean {
  return code >= 128 || special[code] === 0;
}
