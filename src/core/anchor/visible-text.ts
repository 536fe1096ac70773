import type { Block } from '../document/block.ts';
import type { ParsedDocument } from '../document/parsed-document.ts';
import type { SourceRange } from '../document/text-offsets.ts';
import { sourceOfTextRange, textRange, type VisibleRange } from '../document/text-offsets.ts';
import { firstIndex } from '../text/first-index.ts';
import { oneLine } from '../text/one-line.ts';
import { cutAfter, cutBefore } from '../text/whole-characters.ts';
import { type Anchor, contextLength, type Quote } from './anchor.ts';
import { makeSearchText, type SearchText } from './search-text.ts';

/** What a document shows: the texts of its blocks, one below the other. */
export interface VisibleText {
  readonly document: ParsedDocument;
  readonly text: string;
  /** Offset at which a block's text begins, by the block's index in the list. */
  readonly starts: readonly number[];
}

/** Joins the texts of a document's blocks; returns the same value for the same document. */
export function visibleText(document: ParsedDocument): VisibleText {
  const cached = visibleTexts.get(document);
  if (cached !== undefined) return cached;
  const starts: number[] = [];
  let length = 0;
  for (const block of document.blocks) {
    starts.push(length);
    length += block.text.length + 1;
  }
  const text = document.blocks.map((block) => block.text).join('\n');
  const visible = { document, text, starts };
  visibleTexts.set(document, visible);
  return visible;
}

const visibleTexts = new WeakMap<ParsedDocument, VisibleText>();

/** Returns the visible text prepared for searching; the same value for the same document. */
export function searchTextOf(visible: VisibleText): SearchText {
  const searchText = searchTexts.get(visible) ?? makeSearchText(visible.text);
  searchTexts.set(visible, searchText);
  return searchText;
}

const searchTexts = new WeakMap<VisibleText, SearchText>();

/** Returns the quote of a range of the visible text, and its number of copies when more than one. */
export function visibleQuote(
  visible: VisibleText,
  range: SourceRange,
): Pick<Anchor, 'quote' | 'copies'> {
  const quote = quoteOf(visible.text, range);
  const copies = copiesOf(visible, oneLine(quote.exact));
  return copies > 1 ? { quote, copies } : { quote };
}

function copiesOf(visible: VisibleText, text: string): number {
  const known = copies.get(visible) ?? new Map<string, number>();
  copies.set(visible, known);
  const count = known.get(text) ?? searchTextOf(visible).occurrences(text).length;
  known.set(text, count);
  return count;
}

/** Counted once for all anchors of the same words. */
const copies = new WeakMap<VisibleText, Map<string, number>>();

/** A position between two characters of a block's text. */
interface BlockPosition {
  readonly block: Block;
  readonly offset: number;
}

function blockPositionAt(
  { document, starts }: VisibleText,
  position: number,
): BlockPosition | undefined {
  const index = firstIndex(starts.length, (index) => (starts[index] ?? 0) > position) - 1;
  const block = document.blocks[index];
  if (block === undefined) return undefined;
  const offset = position - (starts[index] ?? 0);
  return { block, offset: Math.min(offset, block.text.length) };
}

/** Returns the offset in the visible text of an offset in the text of block `index`, which counts from 1. */
export function visibleOffset(
  { starts, text }: VisibleText,
  index: number,
  offset: number,
): number {
  return Math.min((starts[index - 1] ?? text.length) + offset, text.length);
}

/** Returns the blocks and offsets in which a range of the visible text begins and ends. */
export function blockRangeOf(visible: VisibleText, range: SourceRange): VisibleRange {
  const first = blockPositionAt(visible, range.start);
  const last = blockPositionAt(visible, Math.max(range.start, range.end - 1));
  const lastLength = last?.block.text.length ?? 0;
  return {
    startBlock: first?.block.index ?? 1,
    startOffset: first?.offset ?? 0,
    endBlock: last?.block.index ?? 1,
    endOffset: Math.min((last?.offset ?? 0) + 1, lastLength),
  };
}

/** Returns the source of a range of the visible text. */
export function sourceOfVisible(visible: VisibleText, range: SourceRange): SourceRange | undefined {
  return sourceOfTextRange(visible.document, blockRangeOf(visible, range));
}

/** Returns the range of the visible text that shows a range of the source, or undefined when it shows no text. */
export function visibleOfSource(visible: VisibleText, range: SourceRange): SourceRange | undefined {
  const shown = textRange(visible.document, range);
  if (shown === undefined) return undefined;
  const start = visibleOffset(visible, shown.startBlock, shown.startOffset);
  const end = visibleOffset(visible, shown.endBlock, shown.endOffset);
  return start <= end ? { start, end } : { start: end, end: start };
}

/** Returns the offset in the visible text nearest to an offset of the source. */
export function visibleNear(visible: VisibleText, offset: number): number {
  const { blocks } = visible.document;
  let [last, end] = [0, blocks.length];
  while (last + 1 < end) {
    const middle = (last + end) >> 1;
    if ((blocks[middle]?.start ?? 0) > offset) end = middle;
    else last = middle;
  }
  const block = blocks[last];
  const inside = block === undefined ? 0 : Math.max(0, Math.min(offset, block.end) - block.start);
  return visibleOffset(visible, last + 1, Math.min(inside, block?.text.length ?? 0));
}

/** Returns the quote of a range of a text; it and its context are whole characters. */
export function quoteOf(text: string, { start, end }: SourceRange): Quote {
  const from = cutBefore(text, start);
  const to = cutAfter(text, end);
  return {
    exact: text.slice(from, to),
    prefix: text.slice(Math.min(from, cutAfter(text, from - contextLength)), from),
    suffix: text.slice(to, Math.max(to, cutBefore(text, to + contextLength))),
  };
}
