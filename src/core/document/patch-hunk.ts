import type { Lines } from './lines.ts';
import { isDiffering, isNamePair, patchLine, startsMessage, startsSection } from './patch-line.ts';

/** One hunk of a patch: its `@@` line and the lines under it. */
export interface PatchHunk {
  /** The `@@` line. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** First line numbers of the old sides (several in a merge) and of the new one; NaN where the `@@` line has none. */
  readonly oldStarts: readonly number[];
  readonly newStart: number;
  /** The text after the second `@@`: the function or section around the change. */
  readonly section: string;
}

const hunkHeader = /^(@@+) ((?:-\d+(?:,\d+)? )+)\+(\d+)(?:,(\d+))? \1(?: ?(.*))?$/s;

/** Whether a line begins a hunk, in git's form or as people and agents write it. */
export function startsHunk(text: string): boolean {
  return hunkHeader.test(text) || /^@@(?:\s|$)/.test(text);
}

/**
 * Reads a hunk from its `@@` line on. Where the line counts wrong or not at all, the hunk ends where another hunk, file
 * or message begins; a line without a mark in it is a line of both sides.
 */
export function parseHunk(lines: Lines, lineStart: number): PatchHunk {
  const header = hunkHeader.exec(patchLine(lines, lineStart));
  return header === null
    ? parseUncounted(lines, lineStart)
    : parseCounted(lines, { lineStart, header });
}

function parseCounted(
  lines: Lines,
  { lineStart, header }: { lineStart: number; header: RegExpExecArray },
): PatchHunk {
  const [, marks = '@@', old = '', newStart = '1', newCount, section = ''] = header;
  const ranges = old.trim().split(' ').map(parseRange);
  const parents = marks.length - 1;
  const remaining = { old: ranges.map(({ count }) => count), new: Number(newCount ?? 1) };
  let line = lineStart + 1;
  for (; line <= lines.count; line++) {
    const text = lines.text(line);
    if (text.startsWith('\\')) continue;
    const isCounted = remaining.new > 0 || remaining.old.some((count) => count > 0);
    const ends = isCounted
      ? endsCounted(lines, { line, remaining })
      : !continuesHunk(lines, line, parents);
    if (ends) break;
    countLine(text.slice(0, parents), remaining);
  }
  return {
    lineStart,
    lineEnd: withoutBlanks(lines, { lineStart, lineEnd: line - 1, remaining }),
    oldStarts: ranges.map(({ start }) => start),
    newStart: Number(newStart),
    section: section.trim(),
  };
}

function parseUncounted(lines: Lines, lineStart: number): PatchHunk {
  const text = patchLine(lines, lineStart);
  const numbers = /^@@ *-(\d+)(?:,\d+)? \+(\d+)/.exec(text);
  let line = lineStart + 1;
  while (line <= lines.count && !endsUncounted(lines, line)) line++;
  const lineEnd = lastWritten(lines, { lineStart, lineEnd: line - 1 });
  return {
    lineStart,
    lineEnd,
    oldStarts: [Number(numbers?.[1] ?? Number.NaN)],
    newStart: Number(numbers?.[2] ?? Number.NaN),
    section: text.replace(/^@@/, '').replace(/@@/, '').trim(),
  };
}

function endsUncounted(lines: Lines, line: number): boolean {
  const text = patchLine(lines, line);
  return (
    startsOther(lines, line) || isNamePair(lines, line) || /^-- ?$|^\*\*\* End Patch$/.test(text)
  );
}

interface Remaining {
  readonly old: number[];
  new: number;
}

function parseRange(range: string): { start: number; count: number } {
  const [, start = '1', count = '1'] = /^-(\d+)(?:,(\d+))?$/.exec(range) ?? [];
  return { start: Number(start), count: Number(count) };
}

/** A line that begins something else shows that the count was too large; no line of content looks like it. */
function endsCounted(
  lines: Lines,
  { line, remaining }: { line: number; remaining: Remaining },
): boolean {
  if (!/^[ +-]/.test(lines.text(line))) return startsOther(lines, line);
  if (!isNamePair(lines, line) || line + 2 > lines.count) return false;
  const isLast = remaining.new === 1 && remaining.old.every((count) => count === 1);
  return !isLast && startsHunk(patchLine(lines, line + 2));
}

function startsOther(lines: Lines, line: number): boolean {
  const text = patchLine(lines, line);
  return (
    startsHunk(text) ||
    startsSection(lines, line) ||
    startsMessage(lines, line) ||
    isDiffering(text)
  );
}

/** Whether a line after the counted ones belongs to the hunk, because the count was too small. */
function continuesHunk(lines: Lines, line: number, parents: number): boolean {
  const text = lines.text(line);
  if (parents > 1 || !/^[ +-]/.test(text)) return false;
  return !isNamePair(lines, line) && !/^-- ?\r?$/.test(text);
}

function countLine(marks: string, remaining: Remaining): void {
  const isRemoved = marks.includes('-');
  if (!isRemoved) remaining.new--;
  remaining.old.forEach((_, parent) => {
    const mark = marks[parent] ?? ' ';
    if (isRemoved ? mark === '-' : mark !== '+')
      remaining.old[parent] = (remaining.old[parent] ?? 0) - 1;
  });
}

/** Blank lines at the end belong to a hunk only where it counts them. */
function withoutBlanks(
  lines: Lines,
  { remaining, ...hunk }: { lineStart: number; lineEnd: number; remaining: Remaining },
): number {
  return remaining.new > 0 || remaining.old.some((count) => count > 0)
    ? lastWritten(lines, hunk)
    : hunk.lineEnd;
}

function lastWritten(
  lines: Lines,
  { lineStart, lineEnd }: { lineStart: number; lineEnd: number },
): number {
  let last = lineEnd;
  while (last > lineStart && patchLine(lines, last) === '') last--;
  return last;
}
