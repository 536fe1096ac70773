import type { Lines } from './lines.ts';

/** A file's part of a patch, in 1-based lines of the patch, both ends included. */
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
  /** The text after the second `@@`: the function or section around the change. */
  readonly section: string;
}

const sectionStart =
  /^(?:diff --(?:git|cc|combined) |diff -\S+ |Index: |Submodule .+ (?:[0-9a-f]{7,}\.\.\.?[0-9a-f]{7,}|contains (?:untracked|modified) content))/;
const hunkHeader = /^(@@+) ((?:-\d+(?:,\d+)? )+)\+(\d+)(?:,(\d+))? \1(?: ?(.*))?$/s;

/**
 * Splits a patch into files and hunks. A hunk is as long as its header says, so that lines of content that look like
 * headers stay content; where the count is wrong, the hunk continues while its lines look like a hunk's.
 */
export function scanPatch(lines: Lines): readonly PatchSection[] {
  const sections: OpenSection[] = [];
  let line = 1;
  while (line <= lines.count) {
    const text = lines.text(line);
    const current = sections.at(-1);
    const header = hunkHeader.exec(text);
    if (header) {
      const section = current ?? open(sections, line);
      const hunk = parseHunk(lines, line, header);
      section.hunks.push(hunk);
      section.lineEnd = hunk.lineEnd;
      line = hunk.lineEnd + 1;
      continue;
    }
    if (sectionStart.test(text)) open(sections, line);
    else if (isNamePair(lines, line) && (current === undefined || current.hasNames))
      open(sections, line);
    const section = sections.at(-1);
    if (section !== undefined && isNamePair(lines, line)) section.hasNames = true;
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

interface OpenSection {
  readonly lineStart: number;
  lineEnd: number;
  readonly hunks: PatchHunk[];
  /** Whether its `---` and `+++` lines were read. */
  hasNames: boolean;
}

function open(sections: OpenSection[], line: number): OpenSection {
  const section: OpenSection = { lineStart: line, lineEnd: line, hunks: [], hasNames: false };
  sections.push(section);
  return section;
}

function isNamePair(lines: Lines, line: number): boolean {
  return (
    line < lines.count &&
    lines.text(line).startsWith('--- ') &&
    lines.text(line + 1).startsWith('+++ ')
  );
}

function parseHunk(lines: Lines, lineStart: number, header: RegExpExecArray): PatchHunk {
  const [, marks = '@@', old = '', newStart = '1', newCount, section = ''] = header;
  const ranges = old.trim().split(' ').map(parseRange);
  const parents = marks.length - 1;
  const remaining = { old: ranges.map(({ count }) => count), new: Number(newCount ?? 1) };
  let line = lineStart + 1;
  for (; line <= lines.count; line++) {
    const text = lines.text(line);
    if (text.startsWith('\\')) continue;
    const isCounted = remaining.new > 0 || remaining.old.some((count) => count > 0);
    if (isCounted ? !mayBeContent(text) : !continuesHunk(lines, line, parents)) break;
    countLine(text.slice(0, parents), remaining);
  }
  return {
    lineStart,
    lineEnd: line - 1,
    oldStarts: ranges.map(({ start }) => start),
    newStart: Number(newStart),
    section: section.trim(),
  };
}

function parseRange(range: string): { start: number; count: number } {
  const [, start = '1', count = '1'] = /^-(\d+)(?:,(\d+))?$/.exec(range) ?? [];
  return { start: Number(start), count: Number(count) };
}

/** An empty line is a context line that lost its space. */
function mayBeContent(text: string): boolean {
  return text === '' || text === '\r' || /^[ +-]/.test(text);
}

/** Whether a line after the counted ones belongs to the hunk, because the count was wrong. */
function continuesHunk(lines: Lines, line: number, parents: number): boolean {
  const text = lines.text(line);
  if (parents > 1 || !/^[ +-]/.test(text)) return false;
  return !isNamePair(lines, line) && !/^-- ?\r?$/.test(text);
}

function countLine(marks: string, remaining: { old: number[]; new: number }): void {
  const isRemoved = marks.includes('-');
  if (!isRemoved) remaining.new--;
  remaining.old.forEach((_, parent) => {
    const mark = marks[parent] ?? ' ';
    if (isRemoved ? mark === '-' : mark !== '+')
      remaining.old[parent] = (remaining.old[parent] ?? 0) - 1;
  });
}
