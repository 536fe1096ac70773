import type { Block } from './block.ts';
import type { HtmlPiece } from './html-text.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { type CharacterSource, mapCell, mapContent } from './source-map.ts';
import type { TextPart } from './text-part.ts';

/** A range of a document's source in UTF-16 units, end exclusive. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** A range of the visible text, which may begin in one block and end in another; the end is exclusive. */
export interface VisibleRange {
  readonly startBlock: number;
  readonly startOffset: number;
  readonly endBlock: number;
  readonly endOffset: number;
}

/** A part of a block's text, and the source it came from. */
interface MappedRun {
  readonly textStart: number;
  readonly textEnd: number;
  readonly start: number;
  readonly end: number;
  readonly exact: boolean;
}

/**
 * Returns the source of a range of a block's text. A range that touches an escape, an entity, a formula or an
 * image's description covers all of its source.
 */
export function sourceRange(
  document: ParsedDocument,
  block: Block,
  [textStart, textEnd]: readonly [number, number],
): SourceRange {
  const runs = runsOf(document, block);
  const touched = runs.filter((run) => run.textStart < textEnd && run.textEnd > textStart);
  const first = touched[0];
  const last = touched.at(-1);
  if (first === undefined || last === undefined)
    return { ...sourceOfPoint(runs, block, textStart) };
  return {
    start: first.exact ? first.start + Math.max(0, textStart - first.textStart) : first.start,
    end: last.exact ? last.end - Math.max(0, last.textEnd - textEnd) : last.end,
  };
}

/** Returns the source from the beginning of a text range to its end, with everything between. */
export function sourceOfTextRange(
  document: ParsedDocument,
  range: VisibleRange,
): SourceRange | undefined {
  const first = document.blocks[range.startBlock - 1];
  const last = document.blocks[range.endBlock - 1];
  if (first === undefined || last === undefined) return undefined;
  if (first === last) return sourceRange(document, first, [range.startOffset, range.endOffset]);
  const start = sourceRange(document, first, [range.startOffset, first.text.length]).start;
  const end = sourceRange(document, last, [0, range.endOffset]).end;
  return { start, end: Math.max(start, end) };
}

/**
 * Returns the visible text of a source range, or undefined when it shows no text, such as a blank line or a comment.
 * Start and end are those in the source: where a list item continues after a nested one, the block in which the range
 * ends may come before the one in which it starts.
 */
export function textRange(document: ParsedDocument, range: SourceRange): VisibleRange | undefined {
  let first: Touch | undefined;
  let last: Touch | undefined;
  for (let index = firstEndingAfter(document, range.start); ; index++) {
    const block = document.blocks[index];
    if (block === undefined || block.start >= range.end) break;
    if (block.end <= range.start) continue;
    for (const run of runsOf(document, block)) {
      if (run.start >= range.end || run.end <= range.start) continue;
      if (first === undefined || run.start < first.run.start) first = { block, run };
      if (last === undefined || run.end > last.run.end) last = { block, run };
    }
  }
  if (first === undefined || last === undefined) return undefined;
  const before = first.run.exact ? Math.max(0, range.start - first.run.start) : 0;
  const after = last.run.exact ? Math.max(0, last.run.end - range.end) : 0;
  return {
    startBlock: first.block.index,
    startOffset: first.run.textStart + before,
    endBlock: last.block.index,
    endOffset: last.run.textEnd - after,
  };
}

/** The first block at or behind which a block ends beyond an offset. */
function firstEndingAfter(document: ParsedDocument, offset: number): number {
  const ends = farthestEnds(document);
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How far the blocks up to each one reach, which rises where the ends of nested blocks do not. */
function farthestEnds(document: ParsedDocument): readonly number[] {
  const cached = endsByDocument.get(document);
  if (cached !== undefined) return cached;
  let farthest = 0;
  const ends = document.blocks.map(({ end }) => {
    farthest = Math.max(farthest, end);
    return farthest;
  });
  endsByDocument.set(document, ends);
  return ends;
}

const endsByDocument = new WeakMap<ParsedDocument, readonly number[]>();

interface Touch {
  readonly block: Block;
  readonly run: MappedRun;
}

/** The empty source range of an offset between two characters of the text. */
function sourceOfPoint(runs: readonly MappedRun[], block: Block, offset: number): SourceRange {
  const before = runs.findLast(({ textStart }) => textStart <= offset);
  if (before === undefined) {
    const start = runs[0]?.start ?? block.start;
    return { start, end: start };
  }
  const within = Math.min(offset - before.textStart, before.textEnd - before.textStart);
  const isAtStart = within === 0;
  const position = before.exact || isAtStart ? before.start + within : before.end;
  return { start: position, end: position };
}

const runsByBlock = new WeakMap<Block, readonly MappedRun[]>();

function runsOf(document: ParsedDocument, block: Block): readonly MappedRun[] {
  const cached = runsByBlock.get(block);
  if (cached !== undefined) return cached;
  const runs = mapRuns(document, block);
  runsByBlock.set(block, runs);
  return runs;
}

function mapRuns(document: ParsedDocument, block: Block): readonly MappedRun[] {
  const runs: MappedRun[] = [];
  let offset = 0;
  for (const part of document.parts.get(block) ?? []) {
    for (const run of runsOfPart(document, part)) {
      const [textStart, textEnd] = [run.textStart + offset, run.textEnd + offset];
      runs.push({ ...run, textStart, textEnd });
    }
    offset += part.text.length;
  }
  return runs;
}

function runsOfPart(document: ParsedDocument, part: TextPart): readonly MappedRun[] {
  const { lines } = document;
  switch (part.kind) {
    case 'separator':
      return [];
    case 'generated':
      return [
        { textStart: 0, textEnd: part.text.length, start: part.start, end: part.end, exact: false },
      ];
    case 'lines':
      return joinAdjacent(mapContent(part.text, { lines, line: part.line }));
    case 'inline':
      return tracedRuns(document, part, mapContent(part.content, { ...part, lines }));
    case 'cell': {
      const row = { row: lines.text(part.line), start: lines.start(part.line), cell: part.cell };
      return tracedRuns(document, part, mapCell(part.content, row));
    }
    case 'html':
      return htmlRuns(part, mapContent(part.content, { lines, line: part.line }));
  }
}

/** Joins adjacent characters, and those of one source range, into runs; `sources` are those of a text. */
function joinAdjacent(sources: readonly CharacterSource[]): readonly MappedRun[] {
  const runs: Mutable<MappedRun>[] = [];
  sources.forEach((source, index) => {
    const last = runs.at(-1);
    const exact = source.end - source.start === 1;
    const isNext = exact && last?.exact === true && last.end === source.start;
    const isSame = last?.exact === false && last.start === source.start && last.end === source.end;
    if (last !== undefined && (isNext || isSame)) {
      last.textEnd = index + 1;
      last.end = source.end;
    } else {
      runs.push({ textStart: index, textEnd: index + 1, ...source, exact });
    }
  });
  return runs;
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Runs of text that the parser reads from inline content; the first characters may have been taken out as a mark. */
function tracedRuns(
  document: ParsedDocument,
  { content, text }: { content: string; text: string },
  sources: readonly CharacterSource[],
): readonly MappedRun[] {
  if (document.kind !== 'markdown' || text === '') return [];
  const textSources: CharacterSource[] = [];
  for (const run of document.trace(content)) {
    const whole = { start: sources[run.start]?.start ?? 0, end: sources[run.end - 1]?.end ?? 0 };
    for (let index = 0; index < run.text.length; index++) {
      textSources.push((run.exact ? sources[run.start + index] : undefined) ?? whole);
    }
  }
  return joinAdjacent(textSources.slice(textSources.length - text.length));
}

function htmlRuns(
  { pieces }: { pieces: readonly HtmlPiece[] },
  sources: readonly CharacterSource[],
): readonly MappedRun[] {
  const sourceOf = (start: number, end: number): CharacterSource => {
    const first = sources[start]?.start ?? sources.at(-1)?.end ?? 0;
    return { start: first, end: end > start ? (sources[end - 1]?.end ?? first) : first };
  };
  const textSources: CharacterSource[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      piece.starts.forEach((start, index) => {
        textSources.push(sourceOf(start, piece.ends[index] ?? start));
      });
    } else if (piece.kind === 'image') {
      const whole = sourceOf(piece.start, piece.end);
      for (let index = 0; index < piece.alt.length; index++) textSources.push(whole);
    }
  }
  return joinAdjacent(textSources);
}
