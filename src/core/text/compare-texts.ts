import { alignSequences, type MatchingBlock } from './align-sequences.ts';
import { matchWords, type SelectedLines } from './matching-words.ts';
import { findMovedLines, type LineMapping, mapBlock } from './moved-lines.ts';
import { pairLines } from './pair-lines.ts';
import { makeInterner, type Tokens, tokenizeLines, tokenLength } from './tokens.ts';

/**
 * What two versions of a text have in common, compared in three ways; each gives blocks of equal characters in the
 * order of the old text, of which no two cover the same text.
 */
export interface Comparison {
  /** Equal lines, and equal words within what changed between them. */
  readonly inPlace: readonly MatchingBlock[];
  /**
   * Equal words within lines that are edited forms of each other; equal lines are not in it. Empty blocks
   * mark where such lines begin and end.
   */
  readonly paired: readonly MatchingBlock[];
  /** Lines in another order, and what changed between two moved lines; a list for each moved segment. */
  readonly moved: readonly (readonly MatchingBlock[])[];
}

/** Compares two versions line by line, then word by word where lines changed. */
export function compareTexts(before: string, after: string): Comparison {
  const intern = makeInterner();
  const versions: Versions = {
    before,
    after,
    oldLines: tokenizeLines(before, intern),
    newLines: tokenizeLines(after, intern),
  };
  const { oldLines, newLines } = versions;
  const equal = dropWeakMatches(alignSequences(oldLines.ids, newLines.ids), versions);
  const mapping = mapLines(equal, oldLines.ids.length, newLines.ids.length);
  const moved = findMovedLines(oldLines, newLines, mapping);
  const changes = changesBetween(equal, versions, mapping);
  const inPlace = [
    ...equal.flatMap((block) => matchCharacters(block, versions)),
    ...changes.flatMap(({ before, after }) => matchWords(before, after)),
  ];
  const paired = changes.flatMap(matchEditedLines);
  return {
    inPlace: inPlace.sort(byOldStart),
    paired,
    moved: movedSegments(moved, versions, mapping),
  };
}

interface Versions {
  readonly before: string;
  readonly after: string;
  readonly oldLines: Tokens;
  readonly newLines: Tokens;
}

const byOldStart = (first: MatchingBlock, second: MatchingBlock): number =>
  first.oldStart - second.oldStart;

/**
 * Leaves out equal lines without a letter or digit, such as blank ones, that stand between two changes and would
 * split what should be compared together.
 */
function dropWeakMatches(
  equal: readonly MatchingBlock[],
  { before, oldLines, newLines }: Versions,
): MatchingBlock[] {
  let [oldEnd, newEnd] = [0, 0];
  return equal.filter((block, index) => {
    const next = equal[index + 1] ?? {
      oldStart: oldLines.ids.length,
      newStart: newLines.ids.length,
    };
    const isChangedBefore = block.oldStart > oldEnd || block.newStart > newEnd;
    [oldEnd, newEnd] = [block.oldStart + block.length, block.newStart + block.length];
    const isChangedAfter = next.oldStart > oldEnd || next.newStart > newEnd;
    if (!isChangedBefore || !isChangedAfter) return true;
    const text = before.slice(oldLines.starts[block.oldStart], oldLines.ends[oldEnd - 1]);
    return /[\p{L}\p{N}]/u.test(text);
  });
}

function mapLines(
  equal: readonly MatchingBlock[],
  oldCount: number,
  newCount: number,
): LineMapping {
  const oldToNew = new Int32Array(oldCount).fill(-1);
  const newToOld = new Int32Array(newCount).fill(-1);
  for (const block of equal) mapBlock({ oldToNew, newToOld }, block);
  return { oldToNew, newToOld };
}

/** The characters of equal lines, a block for each line that has any. */
function matchCharacters(
  { oldStart, newStart, length }: MatchingBlock,
  { oldLines, newLines }: Versions,
): MatchingBlock[] {
  const blocks: MatchingBlock[] = [];
  for (let offset = 0; offset < length; offset++) {
    const characters = tokenLength(oldLines, oldStart + offset);
    if (characters === 0) continue;
    blocks.push({
      oldStart: oldLines.starts[oldStart + offset] ?? 0,
      newStart: newLines.starts[newStart + offset] ?? 0,
      length: characters,
    });
  }
  return blocks;
}

interface Change {
  readonly before: SelectedLines;
  readonly after: SelectedLines;
}

/** The lines that changed between blocks of equal lines, without those that moved. */
function changesBetween(
  equal: readonly MatchingBlock[],
  versions: Versions,
  mapping: LineMapping,
): Change[] {
  const changes: Change[] = [];
  const end = {
    oldStart: versions.oldLines.ids.length,
    newStart: versions.newLines.ids.length,
    length: 0,
  };
  let [oldLine, newLine] = [0, 0];
  for (const { oldStart, newStart, length } of [...equal, end]) {
    const oldLines = unmatchedLines(mapping.oldToNew, oldLine, oldStart);
    const newLines = unmatchedLines(mapping.newToOld, newLine, newStart);
    if (oldLines.length > 0 && newLines.length > 0) {
      changes.push(changeOf(versions, oldLines, newLines));
    }
    [oldLine, newLine] = [oldStart + length, newStart + length];
  }
  return changes;
}

function changeOf(
  { before, after, oldLines, newLines }: Versions,
  oldSelected: readonly number[],
  newSelected: readonly number[],
): Change {
  return {
    before: { text: before, lines: oldLines, selected: oldSelected },
    after: { text: after, lines: newLines, selected: newSelected },
  };
}

function unmatchedLines(matched: Int32Array, start: number, end: number): number[] {
  const lines: number[] = [];
  for (let line = start; line < end; line++) if (matched[line] === -1) lines.push(line);
  return lines;
}

/** The words of the lines of a change that are edited forms of each other. */
function matchEditedLines({ before, after }: Change): MatchingBlock[] {
  return pairLines(before, after).flatMap(([oldLine, newLine]) => [
    { oldStart: startOfWords(before, oldLine), newStart: startOfWords(after, newLine), length: 0 },
    ...matchWords({ ...before, selected: [oldLine] }, { ...after, selected: [newLine] }),
    {
      oldStart: before.lines.ends[oldLine] ?? 0,
      newStart: after.lines.ends[newLine] ?? 0,
      length: 0,
    },
  ]);
}

function startOfWords({ text, lines }: SelectedLines, line: number): number {
  const [start, end] = [lines.starts[line] ?? 0, lines.ends[line] ?? 0];
  return end - text.slice(start, end).trimStart().length;
}

/** Most lines between two moved ones, and next to one, that still belong to the moved segment. */
const maxGap = 20;
const maxEdge = 3;

function movedSegments(
  moved: readonly MatchingBlock[],
  versions: Versions,
  mapping: LineMapping,
): MatchingBlock[][] {
  const mapped = { versions, mapping };
  const segments: MatchingBlock[][] = [];
  let last: MatchingBlock | undefined;
  for (const block of moved) {
    const own = matchCharacters(block, versions);
    const gap = last && gapBetween(last, block, mapped);
    if (gap !== undefined) segments.at(-1)?.push(...matchWords(gap.before, gap.after), ...own);
    else {
      if (last !== undefined) segments.at(-1)?.push(...matchEdges(last, 'after', mapped));
      segments.push([...matchEdges(block, 'before', mapped), ...own]);
    }
    last = block;
  }
  if (last !== undefined) segments.at(-1)?.push(...matchEdges(last, 'after', mapped));
  return segments;
}

interface MappedVersions {
  readonly versions: Versions;
  readonly mapping: LineMapping;
}

/** The words of edited lines right before or after moved ones. */
function matchEdges(
  { oldStart, newStart, length }: MatchingBlock,
  side: 'before' | 'after',
  { versions, mapping }: MappedVersions,
): MatchingBlock[] {
  const step = side === 'before' ? -1 : 1;
  const offset = side === 'before' ? -1 : length;
  const oldLines = adjacentUnmatched(mapping.oldToNew, oldStart + offset, step);
  const newLines = adjacentUnmatched(mapping.newToOld, newStart + offset, step);
  return matchEditedLines(changeOf(versions, oldLines, newLines));
}

/** Unmatched lines from `line` on, in the order of the text. */
function adjacentUnmatched(matched: Int32Array, line: number, step: 1 | -1): number[] {
  const lines: number[] = [];
  for (let next = line; lines.length < maxEdge && matched[next] === -1; next += step) {
    lines.push(next);
  }
  return step === 1 ? lines : lines.reverse();
}

/** The changed lines between two moved blocks, if these follow each other in both versions with nothing else between. */
function gapBetween(
  first: MatchingBlock,
  second: MatchingBlock,
  { versions, mapping }: MappedVersions,
): Change | undefined {
  const oldEnd = first.oldStart + first.length;
  const newEnd = first.newStart + first.length;
  if (second.newStart < newEnd) return undefined;
  const [oldGap, newGap] = [second.oldStart - oldEnd, second.newStart - newEnd];
  if (oldGap > maxGap || newGap > maxGap) return undefined;
  const oldLines = unmatchedLines(mapping.oldToNew, oldEnd, second.oldStart);
  const newLines = unmatchedLines(mapping.newToOld, newEnd, second.newStart);
  if (oldLines.length !== oldGap || newLines.length !== newGap) return undefined;
  return changeOf(versions, oldLines, newLines);
}
