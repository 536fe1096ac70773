import { alignSequences, type Run } from './align-sequences.ts';
import { type LinesOfText, lengthOfLine, splitLines } from './lines-of-text.ts';
import { findMovedLines, type Partners } from './moved-lines.ts';
import { pairLines } from './paired-lines.ts';
import { type SomeLines, wordRuns } from './word-runs.ts';
import { makeInterner } from './words.ts';

/**
 * What two versions of a text have in common: several readings of it, each as runs of equal characters in the order
 * of the old text. Within a reading no two runs cover the same text.
 */
export interface Comparison {
  /** Equal lines, and equal words within what changed between them. */
  readonly inPlace: readonly Run[];
  /**
   * Equal words within lines that are edited forms of each other; says nothing of equal lines. Empty runs stand
   * where such lines begin and end.
   */
  readonly paired: readonly Run[];
  /** Lines that stand in another order, and what changed between two moved lines; a list for each stretch. */
  readonly moved: readonly (readonly Run[])[];
}

/** Compares two versions line by line, then word by word where lines changed. */
export function compareTexts(before: string, after: string): Comparison {
  const intern = makeInterner();
  const sides: Sides = {
    before,
    after,
    oldLines: splitLines(before, intern),
    newLines: splitLines(after, intern),
  };
  const { oldLines, newLines } = sides;
  const equal = withoutWeakRuns(alignSequences(oldLines.ids, newLines.ids), sides);
  const partners = partnersOf(equal, oldLines.ids.length, newLines.ids.length);
  const moved = findMovedLines(oldLines, newLines, partners);
  const changes = changesBetween(equal, sides, partners);
  const inPlace = [
    ...equal.flatMap((run) => characterRuns(run, sides)),
    ...changes.flatMap(({ old, now }) => wordRuns(old, now)),
  ];
  const paired = changes.flatMap(({ old, now }) =>
    pairLines(old, now).flatMap((pair) => pairedRuns(pair, old, now)),
  );
  return {
    inPlace: inPlace.sort(byOldStart),
    paired,
    moved: movedStretches(moved, sides, partners),
  };
}

interface Sides {
  readonly before: string;
  readonly after: string;
  readonly oldLines: LinesOfText;
  readonly newLines: LinesOfText;
}

const byOldStart = (one: Run, other: Run): number => one.oldStart - other.oldStart;

/**
 * Leaves out equal lines without a letter or digit, such as blank ones, that stand between two changes: they part
 * what should be compared together.
 */
function withoutWeakRuns(equal: readonly Run[], { before, oldLines, newLines }: Sides): Run[] {
  let [oldEnd, newEnd] = [0, 0];
  return equal.filter((run, at) => {
    const next = equal[at + 1] ?? {
      oldStart: oldLines.ids.length,
      newStart: newLines.ids.length,
    };
    const isChangedBefore = run.oldStart > oldEnd || run.newStart > newEnd;
    [oldEnd, newEnd] = [run.oldStart + run.length, run.newStart + run.length];
    const isChangedAfter = next.oldStart > oldEnd || next.newStart > newEnd;
    if (!isChangedBefore || !isChangedAfter) return true;
    const text = before.slice(oldLines.starts[run.oldStart], oldLines.ends[oldEnd - 1]);
    return /[\p{L}\p{N}]/u.test(text);
  });
}

function partnersOf(equal: readonly Run[], oldCount: number, newCount: number): Partners {
  const ofOld = new Int32Array(oldCount).fill(-1);
  const ofNew = new Int32Array(newCount).fill(-1);
  for (const { oldStart, newStart, length } of equal) {
    for (let at = 0; at < length; at++) {
      ofOld[oldStart + at] = newStart + at;
      ofNew[newStart + at] = oldStart + at;
    }
  }
  return { ofOld, ofNew };
}

/** A run of equal lines as runs of equal characters. */
function characterRuns({ oldStart, newStart, length }: Run, { oldLines, newLines }: Sides): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < length; at++) {
    const characters = lengthOfLine(oldLines, oldStart + at);
    if (characters === 0) continue;
    runs.push({
      oldStart: oldLines.starts[oldStart + at] ?? 0,
      newStart: newLines.starts[newStart + at] ?? 0,
      length: characters,
    });
  }
  return runs;
}

interface Change {
  readonly old: SomeLines;
  readonly now: SomeLines;
}

/** The lines that changed between runs of equal lines, without those that have moved away or here. */
function changesBetween(equal: readonly Run[], sides: Sides, partners: Partners): Change[] {
  const changes: Change[] = [];
  const end = {
    oldStart: sides.oldLines.ids.length,
    newStart: sides.newLines.ids.length,
    length: 0,
  };
  let [oldLine, newLine] = [0, 0];
  for (const { oldStart, newStart, length } of [...equal, end]) {
    const old = lonely(partners.ofOld, oldLine, oldStart);
    const now = lonely(partners.ofNew, newLine, newStart);
    if (old.length > 0 && now.length > 0) changes.push(changeOf(sides, old, now));
    [oldLine, newLine] = [oldStart + length, newStart + length];
  }
  return changes;
}

function changeOf(sides: Sides, old: readonly number[], now: readonly number[]): Change {
  return {
    old: { text: sides.before, lines: sides.oldLines, chosen: old },
    now: { text: sides.after, lines: sides.newLines, chosen: now },
  };
}

function lonely(partner: Int32Array, start: number, end: number): number[] {
  const lines: number[] = [];
  for (let line = start; line < end; line++) if (partner[line] === -1) lines.push(line);
  return lines;
}

function pairedRuns([oldLine, newLine]: [number, number], old: SomeLines, now: SomeLines): Run[] {
  const [oldStart, newStart] = [startOfWords(old, oldLine), startOfWords(now, newLine)];
  const [oldEnd, newEnd] = [old.lines.ends[oldLine] ?? 0, now.lines.ends[newLine] ?? 0];
  return [
    { oldStart, newStart, length: 0 },
    ...wordRuns({ ...old, chosen: [oldLine] }, { ...now, chosen: [newLine] }),
    { oldStart: oldEnd, newStart: newEnd, length: 0 },
  ];
}

function startOfWords({ text, lines }: SomeLines, line: number): number {
  const [start, end] = [lines.starts[line] ?? 0, lines.ends[line] ?? 0];
  return end - text.slice(start, end).trimStart().length;
}

/** Most lines between two moved ones, or beside one, that still belong to the moved stretch. */
const widestGap = 20;
const widestEdge = 3;

function movedStretches(moved: readonly Run[], sides: Sides, partners: Partners): Run[][] {
  const stretches: Run[][] = [];
  let last: Run | undefined;
  for (const run of moved) {
    const own = characterRuns(run, sides);
    const gap = last && gapBetween(last, run, partners);
    if (gap !== undefined) {
      const { old, now } = changeOf(sides, gap.old, gap.now);
      stretches.at(-1)?.push(...wordRuns(old, now), ...own);
    } else {
      stretches
        .at(-1)
        ?.push(...(last === undefined ? [] : edgeRuns(last, 'after', { sides, partners })));
      stretches.push([...edgeRuns(run, 'before', { sides, partners }), ...own]);
    }
    last = run;
  }
  if (last !== undefined) stretches.at(-1)?.push(...edgeRuns(last, 'after', { sides, partners }));
  return stretches;
}

/** The edited lines right before or after moved ones. */
function edgeRuns(
  { oldStart, newStart, length }: Run,
  side: 'before' | 'after',
  { sides, partners }: { readonly sides: Sides; readonly partners: Partners },
): Run[] {
  const step = side === 'before' ? -1 : 1;
  const offset = side === 'before' ? -1 : length;
  const old = lonelyNext(partners.ofOld, oldStart + offset, step);
  const now = lonelyNext(partners.ofNew, newStart + offset, step);
  if (old.length === 0 || now.length === 0) return [];
  const change = changeOf(sides, old, now);
  return pairLines(change.old, change.now).flatMap((pair) =>
    pairedRuns(pair, change.old, change.now),
  );
}

/** Lines without a partner from `line` on, in the order of the text. */
function lonelyNext(partner: Int32Array, line: number, step: 1 | -1): number[] {
  const lines: number[] = [];
  for (let at = line; lines.length < widestEdge && partner[at] === -1; at += step) lines.push(at);
  return step === 1 ? lines : lines.reverse();
}

/** The changed lines between two moved runs, if these follow each other in both versions with nothing else between. */
function gapBetween(first: Run, second: Run, { ofOld, ofNew }: Partners) {
  const oldEnd = first.oldStart + first.length;
  const newEnd = first.newStart + first.length;
  if (second.newStart < newEnd) return undefined;
  const [oldGap, newGap] = [second.oldStart - oldEnd, second.newStart - newEnd];
  if (oldGap > widestGap || newGap > widestGap) return undefined;
  const old = lonely(ofOld, oldEnd, second.oldStart);
  const now = lonely(ofNew, newEnd, second.newStart);
  return old.length === oldGap && now.length === newGap ? { old, now } : undefined;
}
