import type { HtmlPiece } from '../core/document/html-text.ts';
import type { Token } from '../core/document/markdown-it/types.ts';
import { blockElements } from './sanitise-tag.ts';
import { numberedPart, splitRawHtml } from './split-raw-html.ts';

interface OpenTag {
  readonly name: string;
  readonly piece: HtmlPiece;
  readonly token: number;
}

/** Indexes of two tokens that belong together. */
export interface TokenSpan {
  readonly first: number;
  readonly last: number;
}

/** How raw HTML spans blocks of a document. */
export interface RawHtmlMatches {
  /** Start tags that a later block of raw HTML closes. */
  readonly closedLater: ReadonlySet<HtmlPiece>;
  /** From such a tag to where it is closed; only at the top level of the document. */
  readonly spans: readonly TokenSpan[];
}

const containers = /^(blockquote|list_item|footnote_reference)_(open|close)$/;

/**
 * Finds the start tags of raw HTML that a later block of raw HTML closes, such as `<details>` around Markdown. Both
 * must be in the same quote, item or footnote.
 */
export function matchRawHtml(
  tokens: readonly Token[],
  htmlOf: ReadonlyMap<Token, readonly HtmlPiece[]>,
): RawHtmlMatches {
  const closedLater = new Set<HtmlPiece>();
  const spans: TokenSpan[] = [];
  if (htmlOf.size < 2) return { closedLater, spans };
  const open: OpenTag[][] = [[]];
  const inItems: Token[] = [];
  const owners: boolean[] = [];
  tokens.forEach((token, index) => {
    const [, name, container] = containers.exec(token.type) ?? [];
    if (container === 'open') open.push([]);
    else if (container === 'close') open.pop();
    if (container !== undefined && name !== 'blockquote') {
      if (container === 'open') owners.push(name === 'list_item');
      else owners.pop();
    }
    if (owners.at(-1) === true && token.type === 'html_block') inItems.push(token);
    const pieces = token.type === 'html_block' ? htmlOf.get(token) : undefined;
    if (pieces === undefined) return;
    for (const opening of matchBlock(pieces, open.at(-1) ?? [], index)) {
      closedLater.add(opening.piece);
      if (open.length === 1) spans.push({ first: opening.token, last: index });
    }
  });
  for (const token of inItems) keepItemsWhole(htmlOf.get(token) ?? [], closedLater);
  return { closedLater, spans };
}

/** The text of an item goes on behind raw HTML, and must not end up inside of its number. */
function keepItemsWhole(pieces: readonly HtmlPiece[], closedLater: Set<HtmlPiece>): void {
  const { content } = splitRawHtml(pieces);
  if (content.length === 0 || numberedPart(content, closedLater) !== undefined) return;
  for (const piece of content) closedLater.delete(piece);
}

/** The tags of earlier blocks that a block closes; only its leading and trailing end tags do. */
function matchBlock(
  pieces: readonly HtmlPiece[],
  open: OpenTag[],
  token: number,
): readonly OpenTag[] {
  const { leading, content, trailing } = splitRawHtml(pieces);
  const closed = leading.flatMap((piece) => matchPiece(piece, { open, token, outerCount: 0 }));
  const outerCount = open.length;
  closed.push(...content.flatMap((piece) => matchPiece(piece, { open, token, outerCount })));
  closed.push(...trailing.flatMap((piece) => matchPiece(piece, { open, token, outerCount: 0 })));
  return closed.filter((opening) => opening.token !== token);
}

function matchPiece(
  piece: HtmlPiece,
  { open, token, outerCount }: { open: OpenTag[]; token: number; outerCount: number },
): readonly OpenTag[] {
  if (piece.kind === 'open' && blockElements.has(piece.name)) {
    open.push({ name: piece.name, piece, token });
  }
  if (piece.kind !== 'close') return [];
  const index = open.findLastIndex(({ name }) => name === piece.name);
  return index === -1 || index < outerCount ? [] : open.splice(index).slice(0, 1);
}
