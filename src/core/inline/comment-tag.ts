import { character, isSpace, skipSpaces } from './scan/characters.ts';

/** A part of a line, in UTF-16 units. */
export interface LinePart {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** `**Name [MARKER]:**` at the beginning of a comment. */
export interface CommentTag {
  /** The name as written, without markers. */
  readonly name: string;
  /** What stands in brackets around the colon, as written; a check mark stands for `RESOLVED`. */
  readonly markers: readonly string[];
  /** Offset of the first `*`. */
  readonly at: number;
  /** Offset behind the tag, spaces included: where the comment's text begins. */
  readonly textAt: number;
  /** Offset at which the text of a reply begins: a marker behind the colon is text there. */
  readonly replyTextAt: number;
}

const endMarker = /\s*\[([^[\]]*)\]$/;
const endCheck = /\s*[✓✔✅]\ufe0f?$/u;
const outerMarker = /[ \t]*(?:\[([^[\]\r\n]*)\]|[✓✔✅]\ufe0f?)/uy;
const knownMarkerAfterColon = /[ \t]*\[(resolved|reopen|open)\](?![([:])/iy;
const fullWidthColon = /^\*\*([^*]*?)\s*(?:：\s*\*\*|\*\*\s*：)/;

/** Reads the tag of a comment, if the line part begins with one. */
export function readTag(part: LinePart): CommentTag | undefined {
  const { text, at, end } = part;
  if (text.charCodeAt(at) !== character.asterisk) return undefined;
  if (text.charCodeAt(at + 1) !== character.asterisk) return undefined;
  const close = text.indexOf('*', at + 2);
  if (close === -1 || close + 2 > end || text.charCodeAt(close + 1) !== character.asterisk) {
    return undefined;
  }
  const after = close + 2;
  if (after < end && text.charCodeAt(after) === character.asterisk) return undefined;
  const label = readLabel(text.slice(at + 2, close));
  if (label.name === '' || /[:：]$/.test(label.name) || isTooLong(label.name)) return undefined;
  return label.colon
    ? finish(part, { ...label, after })
    : readColonOutside(part, { ...label, after });
}

interface Label {
  readonly name: string;
  readonly markers: readonly string[];
  readonly colon: boolean;
}

/** Takes the colon and the markers from the end of what stands between the asterisks. */
function readLabel(inner: string): Label {
  let name = inner.trim();
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
      return { name, markers, colon };
    }
  }
}

function isTooLong(name: string): boolean {
  return name.length > 80 && Array.from(name.normalize('NFC')).length > 80;
}

interface Tail extends Label {
  readonly after: number;
}

function readColonOutside(part: LinePart, tail: Tail): CommentTag | undefined {
  const { text, end } = part;
  const markers = [...tail.markers];
  let after = tail.after;
  for (;;) {
    outerMarker.lastIndex = after;
    const marker = outerMarker.exec(text);
    if (!marker || outerMarker.lastIndex > end) break;
    markers.push(marker[1]?.trim() ?? 'RESOLVED');
    after = outerMarker.lastIndex;
  }
  after = skipSpaces(text, after, end);
  if (after >= end || text.charCodeAt(after) !== character.colon) return undefined;
  const next = after + 1 < end ? text[after + 1] : '';
  if (next === '/' || next === ':') return undefined;
  return finish(part, { ...tail, markers, after: after + 1 });
}

function finish({ text, at, end }: LinePart, { name, markers, after }: Tail): CommentTag {
  const replyTextAt = skipSpaces(text, after, end);
  knownMarkerAfterColon.lastIndex = after;
  const marker = isPossibleMarker(text, replyTextAt) ? knownMarkerAfterColon.exec(text) : null;
  if (!marker || knownMarkerAfterColon.lastIndex > end) {
    return { name, markers, at, textAt: replyTextAt, replyTextAt };
  }
  const textAt = skipSpaces(text, knownMarkerAfterColon.lastIndex, end);
  return { name, markers: [...markers, marker[1] ?? ''], at, textAt, replyTextAt };
}

function isPossibleMarker(text: string, at: number): boolean {
  return text.charCodeAt(at) === character.openBracket;
}

/** The name of which the line part would be a comment if its full-width colon were an English one. */
export function nameBeforeFullWidthColon({ text, at, end }: LinePart): string | undefined {
  if (text.charCodeAt(at) !== character.asterisk) return undefined;
  return fullWidthColon.exec(text.slice(at, end))?.[1] || undefined;
}

/** A block quote's prefix: how many markers, and where the content begins. */
export interface QuotePrefix {
  readonly depth: number;
  readonly at: number;
}

/** Reads `>` markers with any spaces between and behind them. */
export function readPrefix({ text, at, end }: LinePart): QuotePrefix {
  let depth = 0;
  let offset = at;
  for (; offset < end; offset++) {
    const code = text.charCodeAt(offset);
    if (code === character.greaterThan) depth++;
    else if (!isSpace(code)) break;
  }
  return { depth, at: offset };
}

/** The offset behind the first `depth` markers and the one space that belongs to the last. */
export function behindMarkers({ text, at, end }: LinePart, depth: number): number {
  let left = depth;
  let offset = at;
  while (left > 0 && offset < end) {
    if (text.charCodeAt(offset) === character.greaterThan) left--;
    offset++;
  }
  return offset < end && isSpace(text.charCodeAt(offset)) ? offset + 1 : offset;
}
