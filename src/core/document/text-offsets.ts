import type { Block } from './block.ts';
import type { HtmlPiece } from './html-text.ts';
import type { ReadDocument } from './read-document.ts';
import { cellPlaces, contentPlaces, type Place } from './source-places.ts';
import type { TextPart } from './text-part.ts';

/** A stretch of a document's source in UTF-16 units, end exclusive. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** A stretch of what a reader sees, which may begin in one block and end in another; the end is exclusive. */
export interface TextRange {
  readonly startBlock: number;
  readonly startOffset: number;
  readonly endBlock: number;
  readonly endOffset: number;
}

/** A stretch of a block's text and of the source it came from. */
interface Run {
  readonly textStart: number;
  readonly textEnd: number;
  readonly start: number;
  readonly end: number;
  readonly exact: boolean;
}

/**
 * The source that a stretch of a block's text came from. A range that touches an escape, an entity, a formula or an
 * image's description covers all of its source.
 */
export function sourceRange(
  document: ReadDocument,
  block: Block,
  [textStart, textEnd]: readonly [number, number],
): SourceRange {
  const runs = runsOf(document, block);
  const touched = runs.filter((run) => run.textStart < textEnd && run.textEnd > textStart);
  const first = touched[0];
  const last = touched.at(-1);
  if (first === undefined || last === undefined) return { ...pointAt(runs, block, textStart) };
  return {
    start: first.exact ? first.start + Math.max(0, textStart - first.textStart) : first.start,
    end: last.exact ? last.end - Math.max(0, last.textEnd - textEnd) : last.end,
  };
}

/** The source from where a range of text begins to where it ends, with all that stands between. */
export function sourceOfTextRange(
  document: ReadDocument,
  range: TextRange,
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
 * What a reader sees of a stretch of source; nothing when it shows no text, such as a blank line or a comment.
 * Start and end go by their place in the source: where a list item goes on after a nested one, the block in which
 * the range ends may come before the one in which it starts.
 */
export function textRange(document: ReadDocument, range: SourceRange): TextRange | undefined {
  let first: Touch | undefined;
  let last: Touch | undefined;
  for (const block of document.blocks) {
    if (block.start >= range.end) break;
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

interface Touch {
  readonly block: Block;
  readonly run: Run;
}

/** Where in the source a place between two characters of the text is. */
function pointAt(runs: readonly Run[], block: Block, offset: number): SourceRange {
  const before = runs.findLast(({ textStart }) => textStart <= offset);
  if (before === undefined) {
    const start = runs[0]?.start ?? block.start;
    return { start, end: start };
  }
  const within = Math.min(offset - before.textStart, before.textEnd - before.textStart);
  const isAtStart = within === 0;
  const at = before.exact || isAtStart ? before.start + within : before.end;
  return { start: at, end: at };
}

const runsByBlock = new WeakMap<Block, readonly Run[]>();

function runsOf(document: ReadDocument, block: Block): readonly Run[] {
  const known = runsByBlock.get(block);
  if (known !== undefined) return known;
  const runs = makeRuns(document, block);
  runsByBlock.set(block, runs);
  return runs;
}

function makeRuns(document: ReadDocument, block: Block): readonly Run[] {
  const runs: Run[] = [];
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

function runsOfPart(document: ReadDocument, part: TextPart): readonly Run[] {
  const { lines } = document;
  switch (part.kind) {
    case 'separator':
      return [];
    case 'made':
      return [
        { textStart: 0, textEnd: part.text.length, start: part.start, end: part.end, exact: false },
      ];
    case 'lines':
      return joinSame(contentPlaces(part.text, { lines, line: part.line }));
    case 'inline':
      return tracedRuns(document, part, contentPlaces(part.content, { ...part, lines }));
    case 'cell': {
      const row = { row: lines.text(part.line), start: lines.start(part.line), cell: part.cell };
      return tracedRuns(document, part, cellPlaces(part.content, row));
    }
    case 'html':
      return htmlRuns(part, contentPlaces(part.content, { lines, line: part.line }));
  }
}

/** Makes runs of neighbours, and of characters that came from the same place; `places` are those of a text. */
function joinSame(places: readonly Place[]): readonly Run[] {
  const runs: Mutable<Run>[] = [];
  places.forEach((place, index) => {
    const last = runs.at(-1);
    const exact = place.end - place.start === 1;
    const isNext = exact && last?.exact === true && last.end === place.start;
    const isSame = last?.exact === false && last.start === place.start && last.end === place.end;
    if (last !== undefined && (isNext || isSame)) {
      last.textEnd = index + 1;
      last.end = place.end;
    } else {
      runs.push({ textStart: index, textEnd: index + 1, ...place, exact });
    }
  });
  return runs;
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Runs of text that the parser reads from inline content; the first characters may have been taken out as a mark. */
function tracedRuns(
  document: ReadDocument,
  { content, text }: { content: string; text: string },
  places: readonly Place[],
): readonly Run[] {
  if (document.kind !== 'markdown' || text === '') return [];
  const textPlaces: Place[] = [];
  for (const run of document.trace(content)) {
    const whole = { start: places[run.start]?.start ?? 0, end: places[run.end - 1]?.end ?? 0 };
    for (let index = 0; index < run.text.length; index++) {
      textPlaces.push((run.exact ? places[run.start + index] : undefined) ?? whole);
    }
  }
  return joinSame(textPlaces.slice(textPlaces.length - text.length));
}

function htmlRuns(
  { pieces }: { pieces: readonly HtmlPiece[] },
  places: readonly Place[],
): readonly Run[] {
  const placeOf = (start: number, end: number): Place => {
    const at = places[start]?.start ?? places.at(-1)?.end ?? 0;
    return { start: at, end: end > start ? (places[end - 1]?.end ?? at) : at };
  };
  const textPlaces: Place[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      piece.starts.forEach((start, index) => {
        textPlaces.push(placeOf(start, piece.ends[index] ?? start));
      });
    } else if (piece.kind === 'image') {
      const whole = placeOf(piece.start, piece.end);
      for (let index = 0; index < piece.alt.length; index++) textPlaces.push(whole);
    }
  }
  return joinSame(textPlaces);
}
