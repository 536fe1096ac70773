/**
 * Where a text may be cut: between characters as a reader sees them, so that no emoji, flag or accented letter is left
 * in halves. Only the neighbourhood of a cut is looked at, however long the text.
 */

/** The last place for a cut at or before an offset. In a character that begins the text: between its code points. */
export function cutBefore(text: string, offset: number): number {
  if (isPlainCut(text, offset)) return Math.max(0, Math.min(offset, text.length));
  const start = characterAt(text, offset).start;
  return start === 0 ? offset - (splitsPair(text, offset) ? 1 : 0) : start;
}

/** The first place for a cut at or after an offset. In a character that ends the text: between its code points. */
export function cutAfter(text: string, offset: number): number {
  if (isPlainCut(text, offset)) return Math.max(0, Math.min(offset, text.length));
  const { start, end } = characterAt(text, offset);
  if (start === offset) return offset;
  return end === text.length ? offset + (splitsPair(text, offset) ? 1 : 0) : end;
}

/** The beginning of a text: at most so many code points, whole characters. */
export function beginningOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let offset = 0;
  for (let count = 0; count < limit && offset < text.length; count++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, cutBefore(text, offset));
}

/** A text of at most so many code points, which ends in an ellipsis when something is missing. */
export function shortened(text: string, limit: number): string {
  if (beginningOf(text, limit) === text) return text;
  return `${beginningOf(text, Math.max(0, limit - 1)).trimEnd()}…`;
}

/** How far a character that a reader sees as one is followed; nobody writes longer ones. */
const farthest = 1000;

function characterAt(
  text: string,
  offset: number,
): { readonly start: number; readonly end: number } {
  const from = knownCutBefore(text, offset);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const near = segmenter.segment(text.slice(from, offset + farthest)).containing(offset - from);
  const start = from + (near?.index ?? 0);
  return { start, end: start + (near?.segment.length ?? 0) };
}

let segmenter: Intl.Segmenter | undefined;

function knownCutBefore(text: string, offset: number): number {
  const last = Math.max(0, offset - farthest);
  let from = offset - 1;
  while (from > last && !isPlainCut(text, from)) from--;
  return Math.max(0, splitsPair(text, from) ? from - 1 : from);
}

/** Letters and signs on both sides that never join with another. */
function isPlainCut(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return true;
  const [before, after] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  return isPlain(before) && isPlain(after) && !(before === 0x0d && after === 0x0a);
}

/** ASCII, letters of Latin, Greek, Cyrillic, Hebrew and Arabic without marks, ideographs and kana. */
function isPlain(unit: number): boolean {
  if (unit < 0x300) return unit !== 0xad;
  if (unit >= 0x4e00) return unit <= 0x9fff;
  return (
    (unit >= 0x370 && unit <= 0x482) ||
    (unit >= 0x48a && unit <= 0x590) ||
    (unit >= 0x5d0 && unit <= 0x5f2) ||
    (unit >= 0x620 && unit <= 0x64a) ||
    (unit >= 0x2010 && unit <= 0x2027) ||
    (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a1 && unit <= 0x30fa)
  );
}

function splitsPair(text: string, offset: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, offset - 1), offset + 1));
}
