import { alignSequences, type Run } from './align-sequences.ts';
import { makeInterner, splitWords } from './words.ts';

interface Lines {
  readonly ids: readonly number[];
  readonly starts: readonly number[];
  /** Without the line end and space before it. */
  readonly ends: readonly number[];
}

/**
 * What two versions of a text have in common: runs of equal characters, in order and never crossing.
 * Lines are compared first, then the words of what changed between equal lines.
 */
export function textRuns(before: string, after: string): Run[] {
  const intern = makeInterner();
  const [oldLines, newLines] = [splitLines(before, intern), splitLines(after, intern)];
  const runs: Run[] = [];
  let [oldLine, newLine] = [0, 0];
  const wordsUpTo = (oldEnd: number, newEnd: number): void => {
    if (oldLine < oldEnd && newLine < newEnd) {
      const oldPart = partOf(oldLines, oldLine, oldEnd);
      const newPart = partOf(newLines, newLine, newEnd);
      runs.push(...wordRuns({ before, after, oldPart, newPart }));
    }
  };
  for (const { oldStart, newStart, length } of alignSequences(oldLines.ids, newLines.ids)) {
    wordsUpTo(oldStart, newStart);
    for (let at = 0; at < length; at++) {
      const start = oldLines.starts[oldStart + at] ?? 0;
      const end = oldLines.ends[oldStart + at] ?? start;
      runs.push({
        oldStart: start,
        newStart: newLines.starts[newStart + at] ?? 0,
        length: end - start,
      });
    }
    [oldLine, newLine] = [oldStart + length, newStart + length];
  }
  wordsUpTo(oldLines.ids.length, newLines.ids.length);
  return runs.filter(({ length }) => length > 0);
}

function splitLines(text: string, intern: (line: string) => number): Lines {
  const ids: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let start = 0; start <= text.length; ) {
    const lineEnd = text.indexOf('\n', start);
    const next = lineEnd < 0 ? text.length : lineEnd;
    const line = text.slice(start, next).trimEnd();
    ids.push(intern(line));
    starts.push(start);
    ends.push(start + line.length);
    start = next + 1;
  }
  return { ids, starts, ends };
}

interface Part {
  readonly start: number;
  readonly end: number;
}

function partOf(lines: Lines, first: number, end: number): Part {
  return { start: lines.starts[first] ?? 0, end: lines.ends[end - 1] ?? 0 };
}

interface ChangedPart {
  readonly before: string;
  readonly after: string;
  readonly oldPart: Part;
  readonly newPart: Part;
}

/** Runs of equal words within two parts; words with the same text between them make one run. */
export function wordRuns({ before, after, oldPart, newPart }: ChangedPart): Run[] {
  const intern = makeInterner();
  const oldWords = splitWords(before.slice(oldPart.start, oldPart.end), intern);
  const newWords = splitWords(after.slice(newPart.start, newPart.end), intern);
  const runs: { oldStart: number; newStart: number; length: number }[] = [];
  for (const run of alignSequences(oldWords.ids, newWords.ids)) {
    for (let at = 0; at < run.length; at++) {
      const oldStart = oldPart.start + (oldWords.starts[run.oldStart + at] ?? 0);
      const newStart = newPart.start + (newWords.starts[run.newStart + at] ?? 0);
      const oldEnd = oldPart.start + (oldWords.ends[run.oldStart + at] ?? 0);
      const last = runs.at(-1);
      if (at > 0 && last !== undefined && sameGap({ before, after, last, oldStart, newStart })) {
        last.length = oldEnd - last.oldStart;
      } else {
        runs.push({ oldStart, newStart, length: oldEnd - oldStart });
      }
    }
  }
  return runs;
}

interface Gap {
  readonly before: string;
  readonly after: string;
  readonly last: Run;
  readonly oldStart: number;
  readonly newStart: number;
}

function sameGap({ before, after, last, oldStart, newStart }: Gap): boolean {
  return (
    before.slice(last.oldStart + last.length, oldStart) ===
    after.slice(last.newStart + last.length, newStart)
  );
}
