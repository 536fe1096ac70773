import type { Token } from '../core/document/blocks.ts';
import type { HtmlPiece } from '../core/document/html-text.ts';
import { blockElements } from './sanitise-tag.ts';
import { splitRawHtml } from './split-raw-html.ts';

interface Open {
  readonly name: string;
  readonly piece: HtmlPiece;
  readonly token: Token;
}

const containers = /^(?:blockquote|list_item|footnote_reference)_(open|close)$/;

/**
 * Finds the start tags of raw HTML that a later block of raw HTML closes, such as `<details>` around Markdown. Both
 * must stand in the same quote, item or footnote.
 */
export function matchRawHtml(
  tokens: readonly Token[],
  htmlOf: ReadonlyMap<Token, readonly HtmlPiece[]>,
): ReadonlySet<HtmlPiece> {
  const matched = new Set<HtmlPiece>();
  if (htmlOf.size < 2) return matched;
  const containerStack: Open[][] = [[]];
  for (const token of tokens) {
    const container = containers.exec(token.type)?.[1];
    if (container === 'open') containerStack.push([]);
    else if (container === 'close') containerStack.pop();
    const open = containerStack.at(-1);
    const pieces = token.type === 'html_block' ? htmlOf.get(token) : undefined;
    if (open === undefined || pieces === undefined) continue;
    const { leading, content, trailing } = splitRawHtml(pieces);
    for (const piece of leading) matchPiece(piece, { token, open, matched });
    const outside = open.length;
    for (const piece of content) matchPiece(piece, { token, open, matched, outside });
    for (const piece of trailing) matchPiece(piece, { token, open, matched });
  }
  return matched;
}

function matchPiece(
  piece: HtmlPiece,
  {
    token,
    open,
    matched,
    outside = 0,
  }: { token: Token; open: Open[]; matched: Set<HtmlPiece>; outside?: number },
): void {
  if (piece.kind === 'open' && blockElements.has(piece.name)) {
    open.push({ name: piece.name, piece, token });
  }
  if (piece.kind !== 'close') return;
  const at = open.findLastIndex(({ name }) => name === piece.name);
  // What a block holds closes nothing of the blocks before it.
  if (at < outside || at === -1) return;
  const [opening] = open.splice(at);
  if (opening !== undefined && opening.token !== token) matched.add(opening.piece);
}
