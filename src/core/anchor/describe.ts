import type { Block } from '../document/block.ts';
import { sourceLineOf } from '../document/content-lines.ts';
import type { ReadDocument } from '../document/read-document.ts';
import { sourceOfTextRange } from '../document/text-offsets.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Anchor, LineRange, Quote, SourceRange, TextRange } from './anchor.ts';
import { makeHaystack } from './haystack.ts';
import { exactPlaces } from './locate-quote.ts';
import {
  haystackOf,
  positionIn,
  quoteOf,
  readingOfSource,
  readingText,
  seenAs,
  sourceOfReading,
  spotsOf,
} from './reading-text.ts';

/** A place in a document, as a person or an agent names it. */
export interface NamedPlace {
  readonly parsed: ReadDocument;
  readonly textHash: string;
  /** Blocks, 1-based, both ends included; they must exist. */
  readonly blockStart: number;
  readonly blockEnd: number;
  /** Lines of the one block that is named. */
  readonly lineRange?: LineRange;
  /** A phrase within the blocks. */
  readonly quote?: Quote;
  /** Where the phrase stands in the texts of the first and last block. */
  readonly range?: TextRange;
}

/**
 * Gives a place the form in which it is saved. Refused with `validation_error` when a block does not exist, the
 * lines are beyond their block, or the phrase is not in the blocks.
 */
export function describeAnchor(place: NamedPlace): Anchor | Refusal {
  const { parsed, blockStart, blockEnd, lineRange, quote, range } = place;
  const blocks = parsed.blocks.slice(blockStart - 1, blockEnd);
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined || last.index !== blockEnd) {
    return refuse(
      'validation_error',
      `blocks ${blockStart} to ${blockEnd} were named, and the file has ${parsed.blocks.length}`,
      { field: 'anchorEnd' },
    );
  }
  if (lineRange !== undefined) return describeLines(place, first, lineRange);
  if (quote === undefined && range === undefined) return describeBlocks(place, blocks);
  return describePhrase(place, first, last);
}

function describeBlocks(place: NamedPlace, blocks: readonly Block[]): Anchor {
  const { parsed, textHash, blockStart, blockEnd } = place;
  const start = Math.min(...blocks.map((block) => block.start));
  const end = Math.max(...blocks.map((block) => block.end));
  const reading = readingText(parsed);
  const shown = {
    start: positionIn(reading, blockStart, 0),
    end: positionIn(reading, blockEnd, blocks.at(-1)?.text.length ?? 0),
  };
  return {
    anchorStart: blockStart,
    anchorEnd: blockEnd,
    ...seenAs(reading, shown),
    source: { start, end },
    textHash,
  };
}

function describeLines(place: NamedPlace, block: Block, lineRange: LineRange): Anchor | Refusal {
  const { parsed, textHash, blockStart, blockEnd } = place;
  if (blockStart !== blockEnd || lineRange.end > block.contentLines || lineRange.start < 1) {
    return refuse(
      'validation_error',
      `lines ${lineRange.start} to ${lineRange.end} were named, and block ${block.index} has ${block.contentLines}`,
      { field: 'lineRange' },
    );
  }
  const source = {
    start: parsed.lines.start(sourceLineOf(block, lineRange.start)),
    end: parsed.lines.end(sourceLineOf(block, lineRange.end)),
  };
  return {
    anchorStart: blockStart,
    anchorEnd: blockEnd,
    lineRange,
    ...seenAtSource(parsed, source),
    source,
    textHash,
  };
}

/** The quote of a source range as the reader sees it, or of the source itself where it shows no text. */
function seenAtSource(parsed: ReadDocument, source: SourceRange): Pick<Anchor, 'quote' | 'copies'> {
  const reading = readingText(parsed);
  const shown = readingOfSource(reading, source);
  return shown === undefined ? { quote: quoteOf(parsed.text, source) } : seenAs(reading, shown);
}

function describePhrase(place: NamedPlace, first: Block, last: Block): Anchor | Refusal {
  const { parsed, textHash, quote } = place;
  const source = sourceOfOffsets(place) ?? sourceOfQuote(place, first, last);
  if (source === undefined) {
    return refuse(
      'validation_error',
      `the quote ${JSON.stringify(quote?.exact ?? '')} does not stand in blocks ${first.index} to ${last.index}`,
      { field: quote === undefined ? 'range' : 'quote' },
    );
  }
  return describeShown({ parsed, textHash, source });
}

/** The source of the offsets that came with the place, unless they show something other than its quote. */
function sourceOfOffsets({ parsed, blockStart, blockEnd, quote, range }: NamedPlace) {
  if (range === undefined) return undefined;
  const reading = readingText(parsed);
  const start = positionIn(reading, blockStart, range.startOffset);
  const end = positionIn(reading, blockEnd, range.endOffset);
  if (start >= end) return undefined;
  const shown = reading.text.slice(start, end);
  if (quote !== undefined && squeeze(shown) !== squeeze(quote.exact)) return undefined;
  return sourceOfTextRange(parsed, {
    startBlock: blockStart,
    endBlock: blockEnd,
    ...range,
  });
}

const squeeze = (text: string): string => text.replace(/\s+/g, '');

/** The source of a quote, looked for in what the blocks show, then in the blocks' source as agents quote it. */
function sourceOfQuote({ parsed, quote }: NamedPlace, first: Block, last: Block) {
  if (quote === undefined) return undefined;
  const reading = readingText(parsed);
  const from = positionIn(reading, first.index, 0);
  const to = positionIn(reading, last.index, last.text.length);
  const haystack = haystackOf(reading);
  const [shown] = exactPlaces(quote, { haystack, hint: from }).filter(
    (found) => found.start >= from && found.end <= to,
  );
  if (shown !== undefined) return sourceOfReading(reading, shown);
  const [written] = exactPlaces(quote, {
    haystack: makeHaystack(parsed.text),
    hint: first.start,
  }).filter((found) => found.start >= first.start && found.end <= last.end);
  return written;
}

/** The anchor of a phrase by its source; nothing can be seen there when no block shows it. */
export function describeShown(place: {
  readonly parsed: ReadDocument;
  readonly textHash: string;
  readonly source: SourceRange;
}): Anchor | Refusal {
  const { parsed, textHash, source } = place;
  const reading = readingText(parsed);
  const shown = readingOfSource(reading, source);
  if (shown === undefined) {
    return refuse('validation_error', 'the place shows no text', { field: 'quote' });
  }
  const { startBlock, endBlock, ...range } = spotsOf(reading, shown);
  return {
    anchorStart: startBlock,
    anchorEnd: endBlock,
    ...seenAs(reading, shown),
    range,
    source,
    textHash,
  };
}
