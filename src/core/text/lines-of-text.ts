import type { Interner } from './words.ts';

/** The lines of a text: numbers that are equal for equal lines, and where each line stands. */
export interface LinesOfText {
  readonly ids: readonly number[];
  readonly starts: readonly number[];
  /** Without the line end and the space before it, which are no difference between lines. */
  readonly ends: readonly number[];
}

/** Splits a text at its line feeds. */
export function splitLines(text: string, intern: Interner): LinesOfText {
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

/** How many characters a line has, its indentation included. */
export function lengthOfLine({ starts, ends }: LinesOfText, line: number): number {
  return (ends[line] ?? 0) - (starts[line] ?? 0);
}
