import { firstIndex } from '../text/first-index.ts';

/** The bounds of the lines of a text. Line numbers are 1-based, offsets are UTF-16 units. */
export interface Lines {
  /** How many lines there are: line ends, plus one if the last line is not empty. */
  readonly count: number;
  /** Offset of a line's first character; `count + 1` gives the end of the text. */
  start(line: number): number;
  /** Offset just before a line's line end. */
  end(line: number): number;
  /** The line of an offset; an offset inside a line end belongs to the line before it. */
  lineAt(offset: number): number;
  /** A line without its line end. */
  text(line: number): string;
}

const markdownLineEnd = /\r\n?|\n/g;
const lineFeed = /\n/g;

/** Returns the lines of a text; only LF, CRLF and a lone CR end a line. */
export function indexLines(text: string): Lines {
  return indexLinesBy(text, markdownLineEnd);
}

/** Returns the lines of a patch, where a CR is part of its line. */
export function indexPatchLines(text: string): Lines {
  return indexLinesBy(text, lineFeed);
}

function indexLinesBy(text: string, lineEnd: RegExp): Lines {
  const starts = [0];
  const ends: number[] = [];
  for (const { 0: mark, index } of text.matchAll(lineEnd)) {
    ends.push(index);
    starts.push(index + mark.length);
  }
  const isTerminated = starts.at(-1) === text.length;
  if (!isTerminated) {
    ends.push(text.length);
    starts.push(text.length);
  }
  const count = ends.length;
  const start = (line: number): number => starts[line - 1] ?? text.length;
  const end = (line: number): number => ends[line - 1] ?? text.length;
  return {
    count,
    start,
    end,
    lineAt: (offset) => {
      const linesBegun = firstIndex(count, (index) => (starts[index] ?? 0) > offset);
      return Math.max(1, linesBegun);
    },
    text: (line) => text.slice(start(line), end(line)),
  };
}
