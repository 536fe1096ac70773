import { character, isSpace } from './characters.ts';
import type { Leaf } from './leaf.ts';
import type { LineBounds } from './line-bounds.ts';
import type { Outline } from './outline.ts';

/** In `quoteAt`: the line is outside of any block quote. */
export const noQuote = -1;
/** In `quoteAt`: the line has no marker and continues the quote's last paragraph. */
export const lazyQuote = -2;

/** Something that holds blocks: a block quote, a list item, the text of a footnote. */
export interface Container {
  readonly kind: 'quote' | 'item' | 'note';
  /** Columns that content must be indented by, counted from the innermost quote. */
  readonly indent: number;
  /** Indentation at which the innermost list stands; −1 outside of lists. */
  readonly listIndent: number;
  /** For items: the character of the list's marker. */
  readonly marker: number;
  /** For items: the line of a marker with nothing behind it. */
  readonly emptyAt: number;
  /** How deep the parser nests here. */
  readonly level: number;
  /** For quotes: the first line. */
  readonly line: number;
}

export const noContainer: Container = {
  kind: 'note',
  indent: 0,
  listIndent: -1,
  marker: 0,
  emptyAt: -1,
  level: 0,
  line: 0,
};

/** A fence that nothing closes: it hides what follows, up to the end of its container. */
export interface OpenFence {
  /** From 0. */
  readonly line: number;
  /** Behind its last line. */
  readonly end: number;
  /** The line that would close it. */
  readonly closing: string;
}

/** The state of one pass over a text: open containers, the open block, and the place on the current line. */
export interface Scanner {
  readonly text: string;
  readonly bounds: LineBounds;
  readonly kinds: Uint8Array;
  readonly quoteAt: Int32Array;
  /** First line and line behind the last, for each block quote that stands in no other. */
  readonly quotes: number[];
  readonly openFences: OpenFence[];
  readonly outline: Outline | undefined;
  readonly stack: Container[];
  /** Position of the outermost quote in `stack`, or −1. */
  firstQuote: number;
  leaf: Leaf;

  line: number;
  /** Offset of the first character of the line's content that is no space or tab. */
  at: number;
  end: number;
  /** Columns of indentation before `at`, counted from the innermost quote; −1 where the line only goes on lazily. */
  column: number;
  /** Columns to the left of the innermost quote's content, by which tab stops shift. */
  shift: number;
  /** Offset of the outermost quote's marker on this line, or `lazyQuote`. */
  marker: number;
}

/** The innermost container, or one that stands for the document. */
export function innermost(scanner: Scanner, depth = scanner.stack.length): Container {
  return depth === 0 ? noContainer : (scanner.stack[depth - 1] ?? noContainer);
}

/** Goes to the beginning of a line, outside of all containers. */
export function openLine(scanner: Scanner, line: number): void {
  scanner.line = line;
  scanner.end = scanner.bounds.end[line] ?? scanner.text.length;
  scanner.at = scanner.bounds.begin[line] ?? scanner.text.length;
  scanner.column = 0;
  scanner.shift = 0;
  scanner.marker = lazyQuote;
  if (line === 0 && scanner.text.charCodeAt(0) === 0xfeff) scanner.at = 1;
  indent(scanner, 0);
}

/** Moves over spaces and tabs; `extra` is 1 where a tab already gave one column to a quote's marker. */
function indent(scanner: Scanner, extra: number): void {
  const { text, end } = scanner;
  for (; scanner.at < end; scanner.at++) {
    const code = text.charCodeAt(scanner.at);
    if (!isSpace(code)) return;
    scanner.column +=
      code === character.tab ? 4 - ((scanner.column + scanner.shift + extra) % 4) : 1;
  }
}

/** Whether nothing is left on the line. */
export function isBlank(scanner: Scanner): boolean {
  return scanner.at >= scanner.end;
}

/** The character at the cursor. */
export function current(scanner: Scanner): number {
  return scanner.text.charCodeAt(scanner.at);
}

/** Moves behind a quote's marker and the space that belongs to it. */
export function enterQuote(scanner: Scanner): void {
  const outer = scanner.column;
  scanner.at++;
  const next = scanner.at < scanner.end ? current(scanner) : 0;
  let initial = outer + 1;
  let extra = 0;
  if (next === character.space) {
    scanner.at++;
    initial++;
  } else if (next === character.tab) {
    if ((scanner.shift + initial) % 4 === 3) {
      scanner.at++;
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
 * Goes through the open containers on a line as far as it carries their markers or indentation, `depth` of them at
 * most, and returns how many that were. Blank lines stay in items and leave quotes.
 */
export function walk(scanner: Scanner, line: number, depth: number): number {
  openLine(scanner, line);
  for (let index = 0; index < depth; index++) {
    const container = scanner.stack[index] ?? noContainer;
    if (container.kind !== 'quote') {
      if (scanner.column < container.indent && !isBlank(scanner)) return index;
      continue;
    }
    if (isBlank(scanner) || current(scanner) !== character.greaterThan) return index;
    if (scanner.column < innermost(scanner, index).indent) return index;
    if (index === scanner.firstQuote) scanner.marker = scanner.at;
    enterQuote(scanner);
  }
  return depth;
}

/** Looks at another line from inside the first `depth` containers, of which it carries on `matched`; then goes back. */
export function lookAt<Result>(
  scanner: Scanner,
  { line, depth }: { line: number; depth: number },
  look: (matched: number) => Result,
): Result {
  const { line: oldLine, at, end, column, shift, marker } = scanner;
  const result = look(walk(scanner, line, depth));
  scanner.line = oldLine;
  scanner.at = at;
  scanner.end = end;
  scanner.column = column;
  scanner.shift = shift;
  scanner.marker = marker;
  return result;
}

/** The line from the cursor on. */
export function restOfLine({ text, at, end }: Scanner): string {
  return text.slice(at, end);
}
