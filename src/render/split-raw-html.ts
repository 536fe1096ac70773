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
