import type { Block } from '../document/block.ts';
import type { ReadDocument } from '../document/read-document.ts';
import { sourceOfTextRange, type TextRange, textRange } from '../document/text-offsets.ts';
import { collapseSpace } from '../text/similarity.ts';
import { type Anchor, contextLength, type Quote, type SourceRange } from './anchor.ts';
import { type Haystack, makeHaystack } from './haystack.ts';

/** What a reader sees of a whole document: the texts of its blocks, one below the other. */
export interface ReadingText {
  readonly document: ReadDocument;
  readonly text: string;
  /** Offset at which a block's text begins, by the block's place in the list. */
  readonly starts: readonly number[];
}

/** Puts a document's block texts together; answers the same for the same document. */
export function readingText(document: ReadDocument): ReadingText {
  const known = readings.get(document);
  if (known !== undefined) return known;
  const starts: number[] = [];
  let length = 0;
  for (const block of document.blocks) {
    starts.push(length);
    length += block.text.length + 1;
  }
  const text = document.blocks.map((block) => block.text).join('\n');
  const reading = { document, text, starts };
  readings.set(document, reading);
  return reading;
}

const readings = new WeakMap<ReadDocument, ReadingText>();

/** The reading text made ready for searching; answers the same for the same document. */
export function haystackOf(reading: ReadingText): Haystack {
  const haystack = haystacks.get(reading) ?? makeHaystack(reading.text);
  haystacks.set(reading, haystack);
  return haystack;
}

const haystacks = new WeakMap<ReadingText, Haystack>();

/** A range of the reading text as an anchor keeps it. */
export function seenAs(reading: ReadingText, range: SourceRange): Pick<Anchor, 'quote' | 'copies'> {
  const quote = quoteOf(reading.text, range);
  const copies = haystackOf(reading).places(collapseSpace(quote.exact)).length;
  return copies > 1 ? { quote, copies } : { quote };
}

/** A place between two characters of a block's text. */
interface Spot {
  readonly block: Block;
  readonly offset: number;
}

function spotAt({ document, starts }: ReadingText, position: number): Spot | undefined {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  const block = document.blocks[low - 1];
  if (block === undefined) return undefined;
  const offset = position - (starts[low - 1] ?? 0);
  return { block, offset: Math.min(offset, block.text.length) };
}

/** Position in the reading text of an offset in the text of block `index`, which counts from 1. */
export function positionIn({ starts, text }: ReadingText, index: number, offset: number): number {
  return Math.min((starts[index - 1] ?? text.length) + offset, text.length);
}

/** The blocks and offsets in which a range of the reading text begins and ends. */
export function spotsOf(reading: ReadingText, range: SourceRange): TextRange {
  const first = spotAt(reading, range.start);
  const last = spotAt(reading, Math.max(range.start, range.end - 1));
  const lastLength = last?.block.text.length ?? 0;
  return {
    startBlock: first?.block.index ?? 1,
    startOffset: first?.offset ?? 0,
    endBlock: last?.block.index ?? 1,
    endOffset: Math.min((last?.offset ?? 0) + 1, lastLength),
  };
}

/** The source of a range of the reading text. */
export function sourceOfReading(reading: ReadingText, range: SourceRange): SourceRange | undefined {
  return sourceOfTextRange(reading.document, spotsOf(reading, range));
}

/** The range of the reading text that shows a range of the source; nothing when it shows no text. */
export function readingOfSource(reading: ReadingText, range: SourceRange): SourceRange | undefined {
  const shown = textRange(reading.document, range);
  if (shown === undefined) return undefined;
  const start = positionIn(reading, shown.startBlock, shown.startOffset);
  const end = positionIn(reading, shown.endBlock, shown.endOffset);
  return start <= end ? { start, end } : { start: end, end: start };
}

/** Position in the reading text near an offset of the source. */
export function readingNear(reading: ReadingText, offset: number): number {
  const { blocks } = reading.document;
  let last = 0;
  for (const [at, block] of blocks.entries()) {
    if (block.start > offset) break;
    last = at;
  }
  const block = blocks[last];
  const inside = block === undefined ? 0 : Math.max(0, Math.min(offset, block.end) - block.start);
  return positionIn(reading, last + 1, Math.min(inside, block?.text.length ?? 0));
}

/** The quote that a range of a text makes; no character is cut in half. */
export function quoteOf(text: string, { start, end }: SourceRange): Quote {
  const from = Math.max(0, start - contextLength);
  const to = Math.min(text.length, end + contextLength);
  return {
    exact: text.slice(start, end),
    prefix: text.slice(isInsidePair(text, from) ? from + 1 : from, start),
    suffix: text.slice(end, isInsidePair(text, to) ? to - 1 : to),
  };
}

function isInsidePair(text: string, offset: number): boolean {
  const [before, after] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}
