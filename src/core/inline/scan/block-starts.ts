import { character, isSpace, skipRun, skipSpaces } from './characters.ts';

/** A stretch of a text: the rest of a line. */
export interface Stretch {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** The run of backticks or tildes that opens a fence here, if one does. */
export function fenceAt({
  text,
  at,
  end,
}: Stretch): { marker: number; length: number } | undefined {
  const marker = text.charCodeAt(at);
  if (marker !== character.backtick && marker !== character.tilde) return undefined;
  const after = skipRun(text, at, { code: marker, end });
  if (after - at < 3) return undefined;
  if (marker === character.backtick) {
    const again = text.indexOf('`', after);
    if (again !== -1 && again < end) return undefined;
  }
  return { marker, length: after - at };
}

/** Whether the line closes a fence of this kind. */
export function closesFence(
  { text, at, end }: Stretch,
  fence: { readonly marker: number; readonly length: number },
): boolean {
  const after = skipRun(text, at, { code: fence.marker, end });
  return after - at >= fence.length && skipSpaces(text, after, end) === end;
}

/** Whether the line is a thematic break such as `***` or `- - -`. */
export function isThematicBreak({ text, at, end }: Stretch): boolean {
  const marker = text.charCodeAt(at);
  if (
    marker !== character.asterisk &&
    marker !== character.minus &&
    marker !== character.underscore
  ) {
    return false;
  }
  let count = 0;
  for (let offset = at; offset < end; offset++) {
    const code = text.charCodeAt(offset);
    if (code === marker) count++;
    else if (!isSpace(code)) return false;
  }
  return count >= 3;
}

/** Whether the line is a heading such as `## Title`. */
export function isHeading({ text, at, end }: Stretch): boolean {
  const after = skipRun(text, at, { code: character.hash, end });
  if (after === at || after - at > 6) return false;
  return after === end || isSpace(text.charCodeAt(after));
}

/** Whether the line underlines the paragraph above as a heading. */
export function isUnderline({ text, at, end }: Stretch): boolean {
  const code = text.charCodeAt(at);
  if (code !== character.equals && code !== character.minus) return false;
  return skipSpaces(text, skipRun(text, at, { code, end }), end) === end;
}

/** A list item's marker: where it ends, the character that tells its list, its number if it has one. */
export interface ListMarker {
  readonly after: number;
  readonly character: number;
  readonly ordered: boolean;
  readonly number: number;
}

/** The list marker that the line begins with, if it does. */
export function listMarkerAt(stretch: Stretch): ListMarker | undefined {
  const { text, at, end } = stretch;
  const code = text.charCodeAt(at);
  if (isDigit(code)) return orderedMarkerAt(stretch);
  if (code !== character.asterisk && code !== character.minus && code !== character.plus) {
    return undefined;
  }
  const after = at + 1;
  if (after < end && !isSpace(text.charCodeAt(after))) return undefined;
  return { after, character: code, ordered: false, number: 0 };
}

function orderedMarkerAt({ text, at, end }: Stretch): ListMarker | undefined {
  let after = at;
  while (after < end && isDigit(text.charCodeAt(after))) after++;
  if (after - at > 9 || after >= end) return undefined;
  const number = Number(text.slice(at, after));
  const code = text.charCodeAt(after);
  if (code !== character.period && code !== character.closeParenthesis) return undefined;
  after++;
  if (after < end && !isSpace(text.charCodeAt(after))) return undefined;
  return { after, character: code, ordered: true, number };
}

function isDigit(code: number): boolean {
  return code >= character.zero && code <= character.nine;
}

/** The offset behind `[^label]:` if the line begins with it. */
export function noteTextAt({ text, at, end }: Stretch): number | undefined {
  if (at + 4 > end || text.charCodeAt(at + 1) !== character.caret) return undefined;
  let offset = at + 2;
  while (offset < end && text.charCodeAt(offset) !== character.closeBracket) {
    if (text.charCodeAt(offset) === character.space) return undefined;
    offset++;
  }
  if (offset === at + 2 || offset + 1 >= end) return undefined;
  return text.charCodeAt(offset + 1) === character.colon ? offset + 2 : undefined;
}
