import { type HtmlPiece, hasVisibleContent } from '../core/document/html-text.ts';

/** A block of raw HTML: end tags of earlier blocks, its own content, end tags of earlier blocks again. */
export interface SplitRawHtml {
  readonly leading: readonly HtmlPiece[];
  readonly content: readonly HtmlPiece[];
  readonly trailing: readonly HtmlPiece[];
}

/** Splits the end tags before and after the visible part of raw HTML; a block that shows nothing is all leading. */
export function splitRawHtml(pieces: readonly HtmlPiece[]): SplitRawHtml {
  if (!hasVisibleContent(pieces)) return { leading: pieces, content: [], trailing: [] };
  const first = pieces.findIndex(({ kind }) => kind !== 'close');
  const end = endOfContent(pieces);
  return {
    leading: pieces.slice(0, first),
    content: pieces.slice(first, end),
    trailing: pieces.slice(end),
  };
}

function endOfContent(pieces: readonly HtmlPiece[]): number {
  const open: string[] = [];
  let end = pieces.length;
  pieces.forEach((piece, index) => {
    const openIndex = piece.kind === 'close' ? open.lastIndexOf(piece.name) : -1;
    if (piece.kind === 'open') open.push(piece.name);
    if (openIndex !== -1) open.splice(openIndex);
    if (piece.kind !== 'close' || openIndex !== -1) end = index + 1;
  });
  return end;
}

/** The part of a block that carries its number, between tags that later blocks close. */
export interface NumberedPart {
  readonly before: readonly HtmlPiece[];
  readonly numbered: readonly HtmlPiece[];
  readonly after: readonly HtmlPiece[];
}

/**
 * Splits content of which later blocks close some tags, so that its number is not around what comes before those blocks;
 * undefined when such a tag stands between words.
 */
export function numberedPart(
  content: readonly HtmlPiece[],
  closedLater: ReadonlySet<HtmlPiece>,
): NumberedPart | undefined {
  const first = content.findIndex(isVisible);
  const last = content.findLastIndex(isVisible);
  const isLater = (piece: HtmlPiece): boolean => closedLater.has(piece);
  if (content.slice(first, last + 1).some(isLater)) return undefined;
  const start = content.slice(0, first).findLastIndex(isLater) + 1;
  const later = content.slice(last + 1).findIndex(isLater);
  const end = later < 0 ? content.length : last + 1 + later;
  const numbered = content.slice(start, end);
  const isSummary = numbered[0]?.kind === 'open' && numbered[0].name === 'summary';
  const isWholeSummary =
    numbered.findIndex((piece) => piece.kind === 'close') === numbered.length - 1;
  if (isSummary && !isWholeSummary) return undefined;
  return { before: content.slice(0, start), numbered, after: content.slice(end) };
}

function isVisible(piece: HtmlPiece): boolean {
  return hasVisibleContent([piece]);
}

/** Returns whether all that is shown is in cells, so that it can be part of an open table. */
export function isRowsOnly(pieces: readonly HtmlPiece[]): boolean {
  if (pieces[0]?.kind !== 'open' || pieces[0].name !== 'tr') return false;
  let isInCell = false;
  for (const piece of pieces) {
    if (piece.kind === 'open' && !isInCell && !/^t[rdh]$/.test(piece.name)) return false;
    if (piece.kind === 'open' && /^t[dh]$/.test(piece.name)) isInCell = true;
    if (piece.kind === 'close' && /^t[rdh]$/.test(piece.name)) isInCell = false;
    if (piece.kind === 'close' && !isInCell && !/^t[rdh]$/.test(piece.name)) return false;
    if (piece.kind === 'image' && !isInCell) return false;
    if (piece.kind === 'text' && !isInCell && piece.text.trim() !== '') return false;
  }
  return true;
}
