import type { BlockLines, Quote } from '../../core/anchor/anchor.ts';
import { beginningOf, cutAfter, cutBefore } from '../../core/text/whole-characters.ts';
import type { PageAnchor } from '../state/page-anchor.ts';
import {
  blockAround,
  blockNumber,
  blockText,
  isGenerated,
  lineNumber,
  linesWithin,
  offsetOfNode,
} from './block-text.ts';
import { anchorOfHiddenWords } from './hidden-marks.ts';

/** A piece of selected text within one text node. */
interface Piece {
  readonly block: HTMLElement;
  readonly node: Text;
  readonly from: number;
  readonly to: number;
}

function selectedText({ node, from, to }: Piece): string {
  return node.data.slice(from, to);
}

const contextLength = 64;
const snippetLength = 300;

/** The anchor that a range of the drawn document stands for; null when it holds no text of a block. */
export function anchorOfRange(range: Range, root: HTMLElement, fileId: string): PageAnchor | null {
  const hidden = anchorOfHiddenWords(range, fileId);
  if (hidden) return hidden;
  const pieces = trimmed(piecesOf(withWholeAtoms(range), root));
  const first = pieces[0];
  const last = pieces.at(-1);
  if (!first || !last) return null;
  const exact = textOf(pieces);
  const blocks = {
    fileId,
    anchorStart: Math.min(blockNumber(first.block), blockNumber(last.block)),
    anchorEnd: Math.max(blockNumber(first.block), blockNumber(last.block)),
    snippet: beginningOf(exact, snippetLength),
  };
  const lineRange = first.block === last.block ? linesSpanned(pieces) : null;
  if (lineRange) return { ...blocks, lineRange };
  const startOffset = (offsetOfNode(first.block, first.node) ?? 0) + first.from;
  const endOffset = (offsetOfNode(last.block, last.node) ?? 0) + last.to;
  const before = blockText(first.block).slice(0, startOffset);
  const after = blockText(last.block).slice(endOffset);
  if (first.block === last.block && before.trim() === '' && after.trim() === '') return blocks;
  const quote: Quote = {
    exact,
    prefix: before.slice(cutAfter(before, before.length - contextLength)),
    suffix: after.slice(0, cutBefore(after, contextLength)),
  };
  return { ...blocks, quote, range: { startOffset, endOffset } };
}

/** The anchor of a whole block. */
export function anchorOfBlock(block: HTMLElement, fileId: string): PageAnchor {
  const index = blockNumber(block);
  const image = block.querySelector('img');
  const text = blockText(block).trim() || image?.alt || '';
  const snippet = beginningOf(text, snippetLength);
  return { fileId, anchorStart: index, anchorEnd: index, snippet };
}

/** The anchor of lines of a code block or rows of a table. */
export function anchorOfLines(
  block: HTMLElement,
  lineRange: BlockLines,
  fileId: string,
): PageAnchor {
  const lines = linesWithin(block, lineRange);
  const text = lines.map((line) => blockText(line).trim()).join('\n');
  return { ...anchorOfBlock(block, fileId), snippet: beginningOf(text, snippetLength), lineRange };
}

function piecesOf(range: Range, root: HTMLElement): readonly Piece[] {
  const pieces: Piece[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const { startContainer, endContainer, startOffset, endOffset } = range;
  walker.currentNode = startContainer instanceof Text ? startContainer : nodeAtStart(range, root);
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    if (!range.intersectsNode(node)) {
      if (range.comparePoint(node, 0) > 0) break;
      continue;
    }
    const from = node === startContainer ? startOffset : 0;
    const to = node === endContainer ? endOffset : node.data.length;
    const block = isGenerated(node) ? null : blockAround(node);
    if (block && root.contains(block) && from < to) pieces.push({ block, node, from, to });
  }
  return pieces;
}

/** A formula or image that a range touches belongs to it as a whole: its text stands hidden beside its drawing. */
function withWholeAtoms(range: Range): Range {
  const whole = range.cloneRange();
  const first = atomAround(range.startContainer);
  const last = atomAround(range.endContainer);
  if (first) whole.setStartBefore(first);
  if (last) whole.setEndAfter(last);
  return whole;
}

function atomAround(node: Node): Element | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest('[data-atom]') ?? null;
}

function nodeAtStart(range: Range, root: HTMLElement): Node {
  const child = range.startContainer.childNodes[range.startOffset] ?? range.startContainer;
  return root.contains(child) ? child : root;
}

/** Without white space at either end. */
function trimmed(pieces: readonly Piece[]): readonly Piece[] {
  const first = pieces.findIndex((piece) => selectedText(piece).trim() !== '');
  const last = pieces.findLastIndex((piece) => selectedText(piece).trim() !== '');
  if (first < 0) return [];
  return pieces.slice(first, last + 1).map((piece, index, kept) => {
    const from = index === 0 ? piece.from + leadingSpace(selectedText(piece)) : piece.from;
    const to = index === kept.length - 1 ? piece.to - trailingSpace(selectedText(piece)) : piece.to;
    return { ...piece, from, to };
  });
}

function leadingSpace(text: string): number {
  return text.length - text.trimStart().length;
}

function trailingSpace(text: string): number {
  return text.length - text.trimEnd().length;
}

function textOf(pieces: readonly Piece[]): string {
  let text = '';
  for (const [index, piece] of pieces.entries()) {
    const previous = pieces[index - 1];
    if (previous && previous.block !== piece.block) text += '\n';
    text += selectedText(piece);
  }
  return text;
}

/** The lines that a selection within one block spans; null when it stays within one line, or there are no lines. */
function linesSpanned(pieces: readonly Piece[]): BlockLines | null {
  const numbers = pieces
    .filter((piece) => selectedText(piece).trim() !== '')
    .map(({ node }) => node.parentElement?.closest<HTMLElement>('[data-line]'))
    .flatMap((line) => (line ? lineNumber(line) : []));
  const start = Math.min(...numbers);
  const end = Math.max(...numbers);
  if (numbers.length === 0) return null;
  return start === end && !acrossCells(pieces) ? null : { start, end };
}

function acrossCells(pieces: readonly Piece[]): boolean {
  const cells = new Set(pieces.map((piece) => piece.node.parentElement?.closest('td, th')));
  return cells.size > 1;
}
