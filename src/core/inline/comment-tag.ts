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

/** What stands between the asterisks, taken apart. */
export interface Label {
  /** Empty where it cannot be a name. */
  readonly name: string;
  readonly markers: readonly string[];
  /** Whether the colon stands inside. */
  readonly colon: boolean;
}

/** Reads the tag of a comment, if the line part begins with one. `labels` keeps what was read, for many lines. */
export function readTag(part: LinePart, labels?: Map<string, Label>): CommentTag | undefined {
  const { text, at, end } = part;
  if (text.charCodeAt(at) !== character.asterisk) return undefined;
  if (text.charCodeAt(at + 1) !== character.asterisk) return undefined;
  const close = text.indexOf('*', at + 2);
  if (close === -1 || close + 2 > end || text.charCodeAt(close + 1) !== character.asterisk) {
    return undefined;
  }
  const after = close + 2;
  if (after < end && text.charCodeAt(after) === character.asterisk) return undefined;
  const inner = text.slice(at + 2, close);
  const label = labels?.get(inner) ?? readLabel(inner);
  labels?.set(inner, label);
  if (label.name === '') return undefined;
  return label.colon ? finish(part, label, after) : readColonOutside(part, label, after);
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
      return { name: isName(name) ? name : '', markers, colon };
    }
  }
}

function isName(name: string): boolean {
  if (/[:：]$/.test(name)) return false;
  return name.length <= 80 || Array.from(name.normalize('NFC')).length <= 80;
}

function readColonOutside(part: LinePart, label: Label, behind: number): CommentTag | undefined {
  const { text, end } = part;
  const markers = [...label.markers];
  let after = behind;
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
  return finish(part, { name: label.name, markers, colon: false }, after + 1);
}

function finish({ text, at, end }: LinePart, { name, markers }: Label, after: number): CommentTag {
  const replyTextAt = skipSpaces(text, after, end);
  if (!isPossibleMarker(text, replyTextAt)) {
    return { name, markers, at, textAt: replyTextAt, replyTextAt };
  }
  knownMarkerAfterColon.lastIndex = after;
  const marker = knownMarkerAfterColon.exec(text);
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
