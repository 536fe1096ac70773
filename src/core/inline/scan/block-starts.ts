import { character, isSpace, skipRun, skipSpaces } from './characters.ts';

/** A part of a line, in UTF-16 units. */
export interface LinePart {
  readonly text: string;
  readonly position: number;
  readonly end: number;
}

/** Returns the run of backticks or tildes that opens a fence here, if any. */
export function fenceAt({
  text,
  position,
  end,
}: LinePart): { marker: number; length: number } | undefined {
  const marker = text.charCodeAt(position);
  if (marker !== character.backtick && marker !== character.tilde) return undefined;
  const after = skipRun(text, position, { code: marker, end });
  if (after - position < 3) return undefined;
  if (marker === character.backtick) {
    const closingIndex = text.indexOf('`', after);
    if (closingIndex !== -1 && closingIndex < end) return undefined;
  }
  return { marker, length: after - position };
}

/** Returns whether the line closes a fence of this kind. */
export function closesFence(
  { text, position, end }: LinePart,
  fence: { readonly marker: number; readonly length: number },
): boolean {
  const after = skipRun(text, position, { code: fence.marker, end });
  return after - position >= fence.length && skipSpaces(text, after, end) === end;
}

/** Returns whether the line is a thematic break such as `***` or `- - -`. */
export function isThematicBreak({ text, position, end }: LinePart): boolean {
  const marker = text.charCodeAt(position);
  if (
    marker !== character.asterisk &&
    marker !== character.minus &&
    marker !== character.underscore
  ) {
    return false;
  }
  let count = 0;
  for (let offset = position; offset < end; offset++) {
    const code = text.charCodeAt(offset);
    if (code === marker) count++;
    else if (!isSpace(code)) return false;
  }
  return count >= 3;
}

/** Returns whether the line is an ATX heading such as `## Title`. */
export function isAtxHeading({ text, position, end }: LinePart): boolean {
  const after = skipRun(text, position, { code: character.hash, end });
  if (after === position || after - position > 6) return false;
  return after === end || isSpace(text.charCodeAt(after));
}

/** Returns whether the line is a setext underline, which makes the paragraph above a heading. */
export function isSetextUnderline({ text, position, end }: LinePart): boolean {
  const code = text.charCodeAt(position);
  if (code !== character.equals && code !== character.minus) return false;
  return skipSpaces(text, skipRun(text, position, { code, end }), end) === end;
}

/** A list item's marker: where it ends, the character that identifies its list, its number if it has one. */
export interface ListMarker {
  readonly after: number;
  readonly character: number;
  readonly ordered: boolean;
  readonly number: number;
}

/** Returns the list marker that the line begins with, if any. */
export function listMarkerAt(part: LinePart): ListMarker | undefined {
  const { text, position, end } = part;
  const code = text.charCodeAt(position);
  if (isDigit(code)) return orderedMarkerAt(part);
  if (code !== character.asterisk && code !== character.minus && code !== character.plus) {
    return undefined;
  }
  const after = position + 1;
  if (after < end && !isSpace(text.charCodeAt(after))) return undefined;
  return { after, character: code, ordered: false, number: 0 };
}

function orderedMarkerAt({ text, position, end }: LinePart): ListMarker | undefined {
  let after = position;
  while (after < end && isDigit(text.charCodeAt(after))) after++;
  if (after - position > 9 || after >= end) return undefined;
  const number = Number(text.slice(position, after));
  const code = text.charCodeAt(after);
  if (code !== character.period && code !== character.closeParenthesis) return undefined;
  after++;
  if (after < end && !isSpace(text.charCodeAt(after))) return undefined;
  return { after, character: code, ordered: true, number };
}

function isDigit(code: number): boolean {
  return code >= character.zero && code <= character.nine;
}

/** Returns the offset after `[^label]:` if the line begins with it. */
export function footnoteTextStart({ text, position, end }: LinePart): number | undefined {
  if (position + 4 > end || text.charCodeAt(position + 1) !== character.caret) return undefined;
  let offset = position + 2;
  while (offset < end && text.charCodeAt(offset) !== character.closeBracket) {
    if (text.charCodeAt(offset) === character.space) return undefined;
    offset++;
  }
  if (offset === position + 2 || offset + 1 >= end) return undefined;
  return text.charCodeAt(offset + 1) === character.colon ? offset + 2 : undefined;
}
