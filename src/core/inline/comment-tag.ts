import type { LinePart } from './scan/block-starts.ts';
import { character, isSpace, skipSpaces } from './scan/characters.ts';

/** `**Name [MARKER]:**` at the beginning of a comment. */
export interface CommentTag {
  /** The name as written, without markers. */
  readonly name: string;
  /** The texts in brackets around the colon, as written; a check mark counts as `RESOLVED`. */
  readonly markers: readonly string[];
  /** Offset of the first `*`. */
  readonly position: number;
  /** Offset after the tag and its spaces: where the comment's text begins. */
  readonly textStart: number;
  /** Offset at which the text of a reply begins: a marker after the colon is text there. */
  readonly replyTextStart: number;
}

const endMarker = /\s*\[([^[\]]*)\]$/;
const endCheck = /\s*[✓✔✅]\ufe0f?$/u;
const outerMarker = /[ \t]*(?:\\?\[([^[\]\r\n]*?)\\?\]|[✓✔✅]\ufe0f?)/uy;
const knownMarkerAfterColon = /[ \t]*\[(resolved|reopen|open)\](?![([:])/iy;
const fullWidthColon = /^\*\*([^*]*?)\s*(?:：\s*\*\*|\*\*\s*：)/;

/** The text between the asterisks, parsed. */
export interface Label {
  /** Empty where it cannot be a name. */
  readonly name: string;
  readonly markers: readonly string[];
  /** Whether the colon is inside. */
  readonly colon: boolean;
}

/** Returns the tag of a comment, if the line part begins with one. `labels` caches labels over many lines. */
export function readTag(part: LinePart, labels?: Map<string, Label>): CommentTag | undefined {
  const { text, position, end } = part;
  if (text.charCodeAt(position) !== character.asterisk) return undefined;
  if (text.charCodeAt(position + 1) !== character.asterisk) return undefined;
  const close = text.indexOf('*', position + 2);
  if (close === -1 || close + 2 > end || text.charCodeAt(close + 1) !== character.asterisk) {
    return undefined;
  }
  const after = close + 2;
  if (after < end && text.charCodeAt(after) === character.asterisk) return undefined;
  const inner = text.slice(position + 2, close);
  const label = labels?.get(inner) ?? readLabel(inner);
  labels?.set(inner, label);
  if (label.name === '') return undefined;
  return label.colon ? finish(part, label, after) : readColonOutside(part, label, after);
}

/** Splits the colon and the markers off the end of the text between the asterisks. */
function readLabel(inner: string): Label {
  let name = withoutEscapes(inner).trim();
  let colon = false;
  const markers: string[] = [];
  for (;;) {
    const marker = (name.endsWith(']') ? endMarker : endCheck).exec(name);
    if (marker) {
      markers.unshift(marker[1]?.trim() ?? 'RESOLVED');
      name = name.slice(0, marker.index);
    } else if (!colon && name.endsWith(':')) {
      colon = true;
      name = name.slice(0, -1).trimEnd();
    } else {
      return { name: isName(name) ? name : '', markers, colon };
    }
  }
}

/** Formatters write backslashes before punctuation that could be markup. */
function withoutEscapes(text: string): string {
  return text.includes('\\') ? text.replace(/\\([!-/:-@[-`{-~])/g, '$1') : text;
}

function isName(name: string): boolean {
  if (/[:：]$/.test(name)) return false;
  return name.length <= 80 || Array.from(name.normalize('NFC')).length <= 80;
}

function readColonOutside(part: LinePart, label: Label, start: number): CommentTag | undefined {
  const { text, end } = part;
  const markers = [...label.markers];
  let after = start;
  for (;;) {
    outerMarker.lastIndex = after;
    const marker = outerMarker.exec(text);
    if (!marker || outerMarker.lastIndex > end) break;
    markers.push(marker[1]?.trim() ?? 'RESOLVED');
    after = outerMarker.lastIndex;
  }
  after = skipSpaces(text, after, end);
  if (text.startsWith('\\:', after)) after++;
  if (after >= end || text.charCodeAt(after) !== character.colon) return undefined;
  const next = after + 1 < end ? text[after + 1] : '';
  if (next === '/' || next === ':') return undefined;
  return finish(part, { name: label.name, markers, colon: false }, after + 1);
}

function finish(
  { text, position, end }: LinePart,
  { name, markers }: Label,
  after: number,
): CommentTag {
  const replyTextStart = skipSpaces(text, after, end);
  knownMarkerAfterColon.lastIndex = after;
  const isPossible = text.charCodeAt(replyTextStart) === character.openBracket;
  const marker = isPossible ? knownMarkerAfterColon.exec(text) : null;
  if (!marker || knownMarkerAfterColon.lastIndex > end) {
    return { name, markers, position, textStart: replyTextStart, replyTextStart };
  }
  const textStart = skipSpaces(text, knownMarkerAfterColon.lastIndex, end);
  return { name, markers: [...markers, marker[1] ?? ''], position, textStart, replyTextStart };
}

/** Returns the name of whom the line part would be a comment if its full-width colon were a plain one. */
export function nameBeforeFullWidthColon({ text, position, end }: LinePart): string | undefined {
  if (text.charCodeAt(position) !== character.asterisk) return undefined;
  return fullWidthColon.exec(text.slice(position, end))?.[1] || undefined;
}

/** A block quote's prefix: the number of markers, and the offset of the content. */
export interface QuotePrefix {
  readonly depth: number;
  readonly position: number;
}

/** Parses `>` markers with any spaces between and after them. */
export function readPrefix({ text, position, end }: LinePart): QuotePrefix {
  let depth = 0;
  let offset = position;
  for (; offset < end; offset++) {
    const code = text.charCodeAt(offset);
    if (code === character.greaterThan) depth++;
    else if (!isSpace(code)) break;
  }
  return { depth, position: offset };
}

/** Returns the offset after the first `depth` markers and the one space that belongs to the last. */
export function afterMarkers({ text, position, end }: LinePart, depth: number): number {
  let remaining = depth;
  let offset = position;
  while (remaining > 0 && offset < end) {
    if (text.charCodeAt(offset) === character.greaterThan) remaining--;
    offset++;
  }
  return offset < end && isSpace(text.charCodeAt(offset)) ? offset + 1 : offset;
}
