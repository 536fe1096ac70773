import { type HtmlPiece, hasVisibleContent } from '../core/document/html-text.ts';

/** A block of raw HTML: end tags of earlier blocks, what the block itself holds, end tags of earlier blocks again. */
export interface SplitRawHtml {
  readonly leading: readonly HtmlPiece[];
  readonly content: readonly HtmlPiece[];
  readonly trailing: readonly HtmlPiece[];
}

/** Finds the end tags before and behind what a block of raw HTML shows; a block that shows nothing is all leading. */
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
    const at = piece.kind === 'close' ? open.lastIndexOf(piece.name) : -1;
    if (piece.kind === 'open') open.push(piece.name);
    if (at !== -1) open.splice(at);
    if (piece.kind !== 'close' || at !== -1) end = index + 1;
  });
  return end;
}

/** Whether all that is shown stands in cells, so that it can be a part of a table that is open. */
export function isRowsOnly(pieces: readonly HtmlPiece[]): boolean {
  if (pieces[0]?.kind !== 'open' || pieces[0].name !== 'tr') return false;
  let cell = false;
  for (const piece of pieces) {
    if (piece.kind === 'open' && !cell && !/^t[rdh]$/.test(piece.name)) return false;
    if (piece.kind === 'open' && /^t[dh]$/.test(piece.name)) cell = true;
    if (piece.kind === 'close' && /^t[rdh]$/.test(piece.name)) cell = false;
    if (piece.kind === 'close' && !cell && !/^t[rdh]$/.test(piece.name)) return false;
    if (piece.kind === 'image' && !cell) return false;
    if (piece.kind === 'text' && !cell && piece.text.trim() !== '') return false;
  }
  return true;
}
