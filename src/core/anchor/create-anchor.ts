import type { Block } from '../document/block.ts';
import { sourceLineOf } from '../document/content-lines.ts';
import type { ParsedDocument } from '../document/parsed-document.ts';
import type { SourceRange } from '../document/text-offsets.ts';
import { sourceOfTextRange } from '../document/text-offsets.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Anchor, BlockLines, BlockTextRange, Quote } from './anchor.ts';
import { exactOccurrences } from './locate-quote.ts';
import { makeSearchText } from './search-text.ts';
import {
  blockRangeOf,
  quoteOf,
  searchTextOf,
  sourceOfVisible,
  visibleOffset,
  visibleOfSource,
  visibleQuote,
  visibleText,
} from './visible-text.ts';

/** What an anchor is to stand on, as a person or an agent names it. */
export interface AnchorTarget {
  readonly parsed: ParsedDocument;
  readonly textHash: string;
  /** Blocks, 1-based, both ends included; they must exist. */
  readonly blockStart: number;
  readonly blockEnd: number;
  /** Lines of the one block that is named. */
  readonly lineRange?: BlockLines;
  /** A phrase within the blocks. */
  readonly quote?: Quote;
  /** Offsets of the phrase in the texts of the first and last block. */
  readonly range?: BlockTextRange;
}

/**
 * Returns the anchor of a target. Refused with `validation_error` when a block does not exist, the lines are beyond
 * their block, or the phrase is not in the blocks.
 */
export function createAnchor(target: AnchorTarget): Anchor | Refusal {
  const { parsed, blockStart, blockEnd, lineRange, quote, range } = target;
  const blocks = parsed.blocks.slice(blockStart - 1, blockEnd);
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined || last.index !== blockEnd) {
    const message = `blocks ${blockStart} to ${blockEnd} were named, and the file has ${parsed.blocks.length}`;
    return refuse('validation_error', message, { field: 'anchorEnd' });
  }
  if (lineRange !== undefined) return createLinesAnchor(target, first, lineRange);
  if (quote === undefined && range === undefined) return createBlocksAnchor(target, blocks);
  return createQuoteAnchor(target, first, last);
}

function createBlocksAnchor(target: AnchorTarget, blocks: readonly Block[]): Anchor {
  const { parsed, textHash, blockStart, blockEnd } = target;
  const start = Math.min(...blocks.map((block) => block.start));
  const end = Math.max(...blocks.map((block) => block.end));
  const visible = visibleText(parsed);
  const shown = {
    start: visibleOffset(visible, blockStart, 0),
    end: visibleOffset(visible, blockEnd, blocks.at(-1)?.text.length ?? 0),
  };
  return {
    anchorStart: blockStart,
    anchorEnd: blockEnd,
    ...visibleQuote(visible, shown),
    source: { start, end },
    textHash,
  };
}

function createLinesAnchor(
  target: AnchorTarget,
  block: Block,
  lineRange: BlockLines,
): Anchor | Refusal {
  const { parsed, textHash, blockStart, blockEnd } = target;
  if (blockStart !== blockEnd || lineRange.end > block.contentLines || lineRange.start < 1) {
    const message = `lines ${lineRange.start} to ${lineRange.end} were named, and block ${block.index} has ${block.contentLines}`;
    return refuse('validation_error', message, { field: 'lineRange' });
  }
  const source = {
    start: parsed.lines.start(sourceLineOf(block, lineRange.start)),
    end: parsed.lines.end(sourceLineOf(block, lineRange.end)),
  };
  return {
    anchorStart: blockStart,
    anchorEnd: blockEnd,
    lineRange,
    ...quoteOfSource(parsed, source),
    source,
    textHash,
  };
}

/** The quote of what a source range shows, or of the source itself where it shows no text. */
function quoteOfSource(
  parsed: ParsedDocument,
  source: SourceRange,
): Pick<Anchor, 'quote' | 'copies'> {
  const visible = visibleText(parsed);
  const shown = visibleOfSource(visible, source);
  return shown === undefined
    ? { quote: quoteOf(parsed.text, source) }
    : visibleQuote(visible, shown);
}

function createQuoteAnchor(target: AnchorTarget, first: Block, last: Block): Anchor | Refusal {
  const { parsed, textHash, quote } = target;
  const source =
    sourceOfOffsets(target) ??
    sourceOfQuote(target, first, last) ??
    sourceOfHiddenWords(target, first, last);
  if (source === undefined) {
    const message = `the quote ${JSON.stringify(quote?.exact ?? '')} does not stand in blocks ${first.index} to ${last.index}`;
    return refuse('validation_error', message, { field: quote === undefined ? 'range' : 'quote' });
  }
  return createPhraseAnchor({ parsed, textHash, source });
}

/** The source of the target's offsets, unless these show something other than its quote. */
function sourceOfOffsets({ parsed, blockStart, blockEnd, quote, range }: AnchorTarget) {
  if (range === undefined) return undefined;
  const visible = visibleText(parsed);
  const start = visibleOffset(visible, blockStart, range.startOffset);
  const end = visibleOffset(visible, blockEnd, range.endOffset);
  if (start >= end) return undefined;
  const shown = visible.text.slice(start, end);
  if (quote !== undefined && withoutSpace(shown) !== withoutSpace(quote.exact)) return undefined;
  return sourceOfTextRange(parsed, {
    startBlock: blockStart,
    endBlock: blockEnd,
    ...range,
  });
}

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

/** The source of a quote, located in what the blocks show, else in their source, which agents quote. */
function sourceOfQuote({ parsed, quote }: AnchorTarget, first: Block, last: Block) {
  if (quote === undefined) return undefined;
  const visible = visibleText(parsed);
  const start = visibleOffset(visible, first.index, 0);
  const end = visibleOffset(visible, last.index, last.text.length);
  const searchText = searchTextOf(visible);
  const shown = exactOccurrences(quote, { searchText, hint: start }).find(
    (range) => range.start >= start && range.end <= end,
  );
  if (shown !== undefined) return sourceOfVisible(visible, shown);
  return exactOccurrences(quote, {
    searchText: makeSearchText(parsed.text),
    hint: first.start,
  }).find((range) => range.start >= first.start && range.end <= last.end);
}

/** The source of a quote of words that a page folds away, in a part that belongs to the named blocks. */
function sourceOfHiddenWords({ parsed, quote }: AnchorTarget, first: Block, last: Block) {
  if (quote === undefined || parsed.kind !== 'markdown') return undefined;
  for (const { start, end, block = 0 } of parsed.hidden()) {
    if (block < first.index || block > last.index) continue;
    const position = parsed.text.slice(start, end).indexOf(quote.exact);
    if (position < 0 || quote.exact === '') continue;
    return { start: start + position, end: start + position + quote.exact.length };
  }
  return undefined;
}

/** The anchor of words that a page folds away: the block that stands for them, and the words as they are written. */
function createHiddenAnchor(target: {
  readonly parsed: ParsedDocument;
  readonly textHash: string;
  readonly source: SourceRange;
}): Anchor | undefined {
  const { parsed, textHash, source } = target;
  if (parsed.kind !== 'markdown') return undefined;
  const part = parsed.hidden().find(({ start, end }) => start <= source.start && source.end <= end);
  if (part?.block === undefined) return undefined;
  const quote = quoteOf(parsed.text, source);
  const range = { startOffset: 0, endOffset: 0 };
  return { anchorStart: part.block, anchorEnd: part.block, quote, range, source, textHash };
}

/** Returns the anchor of a phrase by its source range; refused when neither a block nor a folded part has it. */
export function createPhraseAnchor(target: {
  readonly parsed: ParsedDocument;
  readonly textHash: string;
  readonly source: SourceRange;
}): Anchor | Refusal {
  const { parsed, textHash, source } = target;
  const visible = visibleText(parsed);
  const shown = visibleOfSource(visible, source);
  if (shown === undefined) {
    const hidden = createHiddenAnchor(target);
    if (hidden !== undefined) return hidden;
    return refuse('validation_error', 'the place shows no text', { field: 'quote' });
  }
  const { startBlock, endBlock, ...range } = blockRangeOf(visible, shown);
  return {
    anchorStart: startBlock,
    anchorEnd: endBlock,
    ...visibleQuote(visible, shown),
    range,
    source,
    textHash,
  };
}
