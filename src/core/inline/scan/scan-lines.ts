import { frontMatterLength, otherFrontMatterLength } from '../../document/front-matter.ts';
import { closesFence, isSetextUnderline } from './block-starts.ts';
import { closeContainers, closeLeaf, markLine } from './block-state.ts';
import { interrupts, isLazyContinuation } from './interrupts.ts';
import { type Leaf, lineKind, noLeaf, startFlag } from './leaf.ts';
import { boundLines, type LineBounds } from './line-bounds.ts';
import { openBlocks } from './open-blocks.ts';
import { Outline } from './outline.ts';
import {
  innermost,
  isBlank,
  matchContainers,
  noQuote,
  type OpenFence,
  restOfLine,
  type Scanner,
} from './scanner.ts';

/** The kind of each line of a text. Lines count from 0. */
export interface ScannedLines {
  readonly text: string;
  readonly bounds: LineBounds;
  /** A value of `lineKind` for each line, with the bit `startFlag` on the first line of each block. */
  readonly kinds: Uint8Array;
  /** For each line the offset of its outermost quote marker, or `noQuote`, or `lazyQuote`. */
  readonly quoteStarts: Int32Array;
  /** First line and exclusive end of each outermost block quote, in order, flat. */
  readonly quotes: readonly number[];
  /** For each of them a number of the container that it stands in; 0 for the document. */
  readonly quoteParents: readonly number[];
  readonly openFences: readonly OpenFence[];
  /** Lines on which raw HTML begins that nothing closes; elsewhere it may hide all that follows. */
  readonly unclosedHtml: ReadonlySet<number>;
  readonly outline: Outline | undefined;
  /** The leaf block that was open at the end of the text. */
  readonly lastLeaf: Leaf;
}

/**
 * Returns for each line of a Markdown text whether it is code, HTML, front matter, math or quoted text, as the Markdown
 * parser would, in one pass and without building a tree. With `outline` it collects blocks and lists too.
 */
export function scanLines(text: string, options: { outline?: boolean } = {}): ScannedLines {
  const bounds = boundLines(text);
  const scanner: Scanner = {
    text,
    bounds,
    kinds: new Uint8Array(bounds.count),
    quoteStarts: new Int32Array(bounds.count).fill(noQuote),
    quotes: [],
    quoteParents: [],
    openFences: [],
    unclosedHtml: new Set(),
    outline: options.outline ? new Outline() : undefined,
    stack: [],
    firstQuote: -1,
    leaf: noLeaf,
    line: 0,
    position: 0,
    end: 0,
    column: 0,
    shift: 0,
    marker: noQuote,
  };
  for (let line = skipFrontMatter(scanner); line < bounds.count; line++) scanLine(scanner, line);
  scanner.line = bounds.count;
  const lastLeaf = scanner.leaf;
  closeContainers(scanner, 0);
  const { kinds, quoteStarts, quotes, quoteParents, openFences, unclosedHtml, outline } = scanner;
  const found = { kinds, quoteStarts, quotes, quoteParents, openFences, unclosedHtml, outline };
  return { text, bounds, ...found, lastLeaf };
}

function skipFrontMatter(scanner: Scanner): number {
  const { text, bounds, kinds, outline } = scanner;
  const line = (number: number): string | undefined =>
    number > bounds.count
      ? undefined
      : text.slice(bounds.begin[number - 1], bounds.end[number - 1]);
  const length = frontMatterLength(line) || otherFrontMatterLength(line);
  if (length === 0) return 0;
  kinds.fill(lineKind.frontMatter, 0, length);
  kinds[0] = lineKind.frontMatter | startFlag;
  outline?.openBlock(lineKind.frontMatter, 0, false);
  outline?.extend(length - 1);
  outline?.closeBlock();
  return length;
}

function scanLine(scanner: Scanner, line: number): void {
  const { stack } = scanner;
  const matched = matchContainers(scanner, line, stack.length);
  if (scanner.leaf.kind === 'span' && line < scanner.leaf.until) {
    markLine(scanner, scanner.leaf.mark);
    return;
  }
  if (isBlank(scanner)) {
    blankLine(scanner, matched);
    return;
  }
  if (matched === stack.length) {
    if (continueLeaf(scanner)) return;
  } else if (
    scanner.leaf.kind === 'paragraph' &&
    isLazyContinuation(scanner, matched, 'paragraph')
  ) {
    markLine(scanner, lineKind.text);
    return;
  }
  const sameLevel = matched < stack.length ? stack[matched] : undefined;
  closeContainers(scanner, matched);
  openBlocks(scanner, sameLevel);
}

/** A blank line ends paragraphs and tables, and everything in a quote that it does not match. */
function blankLine(scanner: Scanner, matched: number): void {
  const { stack, line, leaf } = scanner;
  if (matched < stack.length) {
    closeContainers(scanner, matched);
  } else if (leaf.kind === 'fence') {
    markLine(scanner, lineKind.fence);
    return;
  } else if (leaf.kind === 'html' && leaf.end !== undefined) {
    markLine(scanner, lineKind.html);
    return;
  } else if (leaf.kind !== 'code') {
    closeLeaf(scanner);
  }
  if (innermost(scanner).emptyLine === line - 1 && line > 0) {
    closeContainers(scanner, stack.length - 1);
  }
  markLine(scanner, lineKind.none);
}

/** Adds the line, which matches all containers, to the open leaf block if it continues it; returns whether it did. */
function continueLeaf(scanner: Scanner): boolean {
  const { leaf } = scanner;
  const { indent } = innermost(scanner);
  switch (leaf.kind) {
    case 'none':
    case 'span':
      return false;
    case 'paragraph':
      return continueParagraph(scanner, indent);
    case 'code':
      if (scanner.column - indent < 4) return false;
      markLine(scanner, lineKind.indentedCode);
      return true;
    case 'fence':
      markLine(scanner, lineKind.fence);
      if (scanner.column - indent < 4 && closesFence(scanner, leaf)) {
        closeLeaf(scanner, 'closed');
      }
      return true;
    case 'html':
      markLine(scanner, lineKind.html);
      if (leaf.end?.test(restOfLine(scanner))) closeLeaf(scanner);
      return true;
    case 'table':
      if (scanner.line > leaf.line + 1) {
        if (scanner.column - indent >= 4 || interrupts(scanner, 'quote')) return false;
      }
      markLine(scanner, lineKind.text);
      return true;
    default:
      return leaf.kind satisfies never;
  }
}

function continueParagraph(scanner: Scanner, indent: number): boolean {
  if (scanner.column - indent <= 3) {
    if (isSetextUnderline(scanner)) {
      markLine(scanner, lineKind.text);
      closeLeaf(scanner);
      return true;
    }
    if (interrupts(scanner, 'paragraph')) return false;
  }
  markLine(scanner, lineKind.text);
  return true;
}
