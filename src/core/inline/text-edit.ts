import type { Discussions } from './discussion.ts';

/** One change to a text, in UTF-16 units: everything else stays as it is. */
export interface TextEdit {
  readonly offset: number;
  readonly deleteLength: number;
  readonly insertText: string;
}

/** Returns the text after an edit. */
export function applyEdit(text: string, { offset, deleteLength, insertText }: TextEdit): string {
  return text.slice(0, offset) + insertText + text.slice(offset + deleteLength);
}

/** Returns the line end for lines inserted before line `line` (from 0): that of the nearest line above, or below. */
export function lineEndNear({ text, scan }: Discussions, line: number): string {
  const { begin, end, count } = scan.bounds;
  const endOf = (index: number): string => text.slice(end[index], begin[index + 1] ?? text.length);
  for (let index = Math.min(line, count) - 1; index >= 0; index--) {
    const mark = index === count - 1 ? text.slice(end[index]) : endOf(index);
    if (mark !== '') return mark;
  }
  return count > 1 ? endOf(0) : '\n';
}

/** Returns the edit that inserts whole lines before line `line` (from 0; the number of lines means the end). */
export function insertLines(
  discussions: Discussions,
  line: number,
  lines: readonly string[],
): TextEdit {
  const { text, scan } = discussions;
  const { begin, end, count } = scan.bounds;
  const mark = lineEndNear(discussions, line);
  const body = lines.join(mark);
  if (line < count) {
    return { offset: begin[line] ?? 0, deleteLength: 0, insertText: body + mark };
  }
  const isTerminated = count === 0 || (end[count - 1] ?? 0) < text.length;
  return {
    offset: text.length,
    deleteLength: 0,
    insertText: isTerminated ? body + mark : mark + body,
  };
}
