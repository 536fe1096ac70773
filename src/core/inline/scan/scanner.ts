import { character, isSpace } from './characters.ts';
import type { Leaf } from './leaf.ts';
import type { LineBounds } from './line-bounds.ts';
import type { Outline } from './outline.ts';

/** In `quoteStarts`: the line is outside of any block quote. */
export const noQuote = -1;
/** In `quoteStarts`: the line has no marker and continues the quote's last paragraph. */
export const lazyQuote = -2;

/** A container block: a block quote, a list item, the text of a footnote. */
export interface Container {
  readonly kind: 'quote' | 'item' | 'footnote';
  /** Columns that content must be indented by, counted from the innermost quote. */
  readonly indent: number;
  /** Indentation of the innermost list; −1 outside of lists. */
  readonly listIndent: number;
  /** For items: the character of the list's marker. */
  readonly marker: number;
  /** For items: the line of a marker that nothing follows; −1 otherwise. */
  readonly emptyLine: number;
  /** Nesting level of the Markdown parser. */
  readonly level: number;
  /** For quotes: the first line. */
  readonly line: number;
}

export const noContainer: Container = {
  kind: 'footnote',
  indent: 0,
  listIndent: -1,
  marker: 0,
  emptyLine: -1,
  level: 0,
  line: 0,
};

/** An unclosed fence: it hides what follows, up to the end of its container. */
export interface OpenFence {
  /** From 0. */
  readonly line: number;
  /** Exclusive. */
  readonly end: number;
  /** The line that would close it. */
  readonly closing: string;
}

/** The state of one pass over a text: open containers, the open leaf block, and the cursor on the current line. */
export interface Scanner {
  readonly text: string;
  readonly bounds: LineBounds;
  readonly kinds: Uint8Array;
  readonly quoteStarts: Int32Array;
  /** First line and exclusive end of each outermost block quote, flat. */
  readonly quotes: number[];
  /** For each outermost block quote a number of the container that it stands in; 0 for the document. */
  readonly quoteParents: number[];
  readonly openFences: OpenFence[];
  /** Lines on which raw HTML begins that nothing closes. */
  readonly unclosedHtml: Set<number>;
  readonly outline: Outline | undefined;
  readonly stack: Container[];
  /** Index of the outermost quote in `stack`, or −1. */
  firstQuote: number;
  leaf: Leaf;

  line: number;
  /** The cursor: offset of the first character of the line's content that is no space or tab. */
  position: number;
  end: number;
  /** Columns of indentation before the cursor, counted from the innermost quote; −1 on a lazy continuation line. */
  column: number;
  /** Columns to the left of the innermost quote's content, by which tab stops shift. */
  shift: number;
  /** Offset of the outermost quote's marker on this line, or `lazyQuote`. */
  marker: number;
}

/** Returns the innermost container, or one for the document itself. */
export function innermost(scanner: Scanner, depth = scanner.stack.length): Container {
  return depth === 0 ? noContainer : (scanner.stack[depth - 1] ?? noContainer);
}

/** Moves the cursor to the beginning of a line, outside of all containers. */
function moveToLine(scanner: Scanner, line: number): void {
  scanner.line = line;
  scanner.end = scanner.bounds.end[line] ?? scanner.text.length;
  scanner.position = scanner.bounds.begin[line] ?? scanner.text.length;
  scanner.column = 0;
  scanner.shift = 0;
  scanner.marker = lazyQuote;
  if (line === 0 && scanner.text.charCodeAt(0) === 0xfeff) scanner.position = 1;
  indent(scanner, 0);
}

/** Skips spaces and tabs; `extra` is 1 where a tab already gave one column to a quote's marker. */
function indent(scanner: Scanner, extra: number): void {
  const { text, end } = scanner;
  for (; scanner.position < end; scanner.position++) {
    const code = text.charCodeAt(scanner.position);
    if (!isSpace(code)) return;
    scanner.column +=
      code === character.tab ? 4 - ((scanner.column + scanner.shift + extra) % 4) : 1;
  }
}

/** Returns whether nothing is left on the line. */
export function isBlank(scanner: Scanner): boolean {
  return scanner.position >= scanner.end;
}

/** Returns the character at the cursor. */
export function current(scanner: Scanner): number {
  return scanner.text.charCodeAt(scanner.position);
}

/** Moves the cursor past a quote's marker and the space that belongs to it. */
export function enterQuote(scanner: Scanner): void {
  const outer = scanner.column;
  scanner.position++;
  const next = scanner.position < scanner.end ? current(scanner) : 0;
  let initial = outer + 1;
  let extra = 0;
  if (next === character.space) {
    scanner.position++;
    initial++;
  } else if (next === character.tab) {
    if ((scanner.shift + initial) % 4 === 3) {
      scanner.position++;
      initial++;
    } else {
      extra = 1;
    }
  }
  scanner.column = initial;
  indent(scanner, extra);
  scanner.column -= initial;
  scanner.shift = outer + 1 + (isSpace(next) ? 1 : 0);
}

/**
 * Matches the open containers on a line by their markers or indentation, `depth` of them at most, and returns how many
 * matched. Blank lines match items and end quotes.
 */
export function matchContainers(scanner: Scanner, line: number, depth: number): number {
  moveToLine(scanner, line);
  for (let index = 0; index < depth; index++) {
    const container = scanner.stack[index] ?? noContainer;
    if (container.kind !== 'quote') {
      if (scanner.column < container.indent && !isBlank(scanner)) return index;
      continue;
    }
    if (isBlank(scanner) || current(scanner) !== character.greaterThan) return index;
    if (scanner.column < innermost(scanner, index).indent) return index;
    if (index === scanner.firstQuote) scanner.marker = scanner.position;
    enterQuote(scanner);
  }
  return depth;
}

/** Reads another line from inside the first `depth` containers, of which it matches `matched`, and restores the cursor. */
export function peekLine<Result>(
  scanner: Scanner,
  { line, depth }: { line: number; depth: number },
  read: (matched: number) => Result,
): Result {
  const { line: oldLine, position, end, column, shift, marker } = scanner;
  const result = read(matchContainers(scanner, line, depth));
  scanner.line = oldLine;
  scanner.position = position;
  scanner.end = end;
  scanner.column = column;
  scanner.shift = shift;
  scanner.marker = marker;
  return result;
}

/** Returns the line from the cursor on. */
export function restOfLine({ text, position, end }: Scanner): string {
  return text.slice(position, end);
}
