import type { Lines } from './lines.ts';

/** Where a file's part of a patch stands, in 1-based lines of the patch, both ends included. */
export interface PatchSection {
  readonly lineStart: number;
  /** Last line before the first hunk. */
  readonly headerEnd: number;
  readonly lineEnd: number;
  readonly hunks: readonly PatchHunk[];
}

/** One hunk of a patch: its `@@` line and the lines under it. */
export interface PatchHunk {
  /** The `@@` line. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** First line numbers of the old sides (several in a merge) and of the new one. */
  readonly oldStarts: readonly number[];
  readonly newStart: number;
  /** What stands behind the second `@@`: the function or section around the change. */
  readonly section: string;
}

const sectionStart =
  /^(?:diff --(?:git|cc|combined) |diff -\S+ |Index: |Submodule .+ (?:[0-9a-f]{7,}\.\.\.?[0-9a-f]{7,}|contains (?:untracked|modified) content))/;
const hunkHeader = /^(@@+) ((?:-\d+(?:,\d+)? )+)\+(\d+)(?:,(\d+))? \1(?: ?(.*))?$/s;

/**
 * Splits a patch into files and hunks. A hunk is as long as its header says, so that lines of content that look like
 * headers stay content; where the count is wrong, the hunk goes on as long as its lines look like a hunk's.
 */
export function scanPatch(lines: Lines): readonly PatchSection[] {
  const sections: Draft[] = [];
  let line = 1;
  while (line <= lines.count) {
    const text = lines.text(line);
    const current = sections.at(-1);
    const hunk = hunkHeader.exec(text);
    if (hunk) {
      const section = current ?? open(sections, line);
      const read = readHunk(lines, line, hunk);
      section.hunks.push(read);
      section.lineEnd = read.lineEnd;
      line = read.lineEnd + 1;
      continue;
    }
    if (sectionStart.test(text)) open(sections, line);
    else if (isNamePair(lines, line) && (current === undefined || current.named))
      open(sections, line);
    const section = sections.at(-1);
    if (section !== undefined && isNamePair(lines, line)) section.named = true;
    if (section !== undefined && section.hunks.length === 0) section.lineEnd = line;
    line++;
  }
  return sections.map(({ lineStart, lineEnd, hunks }) => ({
    lineStart,
    lineEnd,
    headerEnd: (hunks[0]?.lineStart ?? lineEnd + 1) - 1,
    hunks,
  }));
}

interface Draft {
  readonly lineStart: number;
  lineEnd: number;
  readonly hunks: PatchHunk[];
  /** Whether its `---` and `+++` lines have been read. */
  named: boolean;
}

function open(sections: Draft[], line: number): Draft {
  const draft: Draft = { lineStart: line, lineEnd: line, hunks: [], named: false };
  sections.push(draft);
  return draft;
}

function isNamePair(lines: Lines, line: number): boolean {
  return (
    line < lines.count &&
    lines.text(line).startsWith('--- ') &&
    lines.text(line + 1).startsWith('+++ ')
  );
}

function readHunk(lines: Lines, lineStart: number, header: RegExpExecArray): PatchHunk {
  const [, marks = '@@', olds = '', newStart = '1', newCount, section = ''] = header;
  const ranges = olds.trim().split(' ').map(readRange);
  const parents = marks.length - 1;
  const left = { olds: ranges.map(({ count }) => count), news: Number(newCount ?? 1) };
  let line = lineStart + 1;
  for (; line <= lines.count; line++) {
    const text = lines.text(line);
    if (text.startsWith('\\')) continue;
    const isCounted = left.news > 0 || left.olds.some((count) => count > 0);
    if (isCounted ? !mayBeContent(text) : !goesOn(lines, line, parents)) break;
    countLine(text.slice(0, parents), left);
  }
  return {
    lineStart,
    lineEnd: line - 1,
    oldStarts: ranges.map(({ start }) => start),
    newStart: Number(newStart),
    section: section.trim(),
  };
}

function readRange(range: string): { start: number; count: number } {
  const [, start = '1', count = '1'] = /^-(\d+)(?:,(\d+))?$/.exec(range) ?? [];
  return { start: Number(start), count: Number(count) };
}

/** An empty line is a context line whose space was lost on the way. */
function mayBeContent(text: string): boolean {
  return text === '' || text === '\r' || /^[ +-]/.test(text);
}

/** Whether a line after the counted ones belongs to the hunk, because the count was wrong. */
function goesOn(lines: Lines, line: number, parents: number): boolean {
  const text = lines.text(line);
  if (parents > 1 || !/^[ +-]/.test(text)) return false;
  return !isNamePair(lines, line) && !/^-- ?\r?$/.test(text);
}

function countLine(marks: string, left: { olds: number[]; news: number }): void {
  const isRemoved = marks.includes('-');
  if (!isRemoved) left.news--;
  left.olds.forEach((_, parent) => {
    const mark = marks[parent] ?? ' ';
    if (isRemoved ? mark === '-' : mark !== '+') left.olds[parent] = (left.olds[parent] ?? 0) - 1;
  });
}
