import {
  fenceAt,
  footnoteTextStart,
  isAtxHeading,
  isThematicBreak,
  type ListMarker,
  listMarkerAt,
} from './block-starts.ts';
import { markLine, openLeaf } from './block-state.ts';
import { bracketMathEnd } from './bracket-math.ts';
import { character, isPlain } from './characters.ts';
import { type DefinitionLines, definitionLength } from './definition.ts';
import { isClosedLater, tableEnd } from './html-end.ts';
import { htmlStartOf } from './html-start.ts';
import { isLazyContinuation, tableStarts } from './interrupts.ts';
import {
  breakLeaf,
  codeLeaf,
  headingLeaf,
  htmlLineLeaf,
  type Leaf,
  lineKind,
  makeLeaf,
  paragraphLeaf,
} from './leaf.ts';
import { mathEnd } from './math.ts';
import { openFootnote, openItem, openQuote } from './open-containers.ts';
import {
  type Container,
  current,
  innermost,
  isBlank,
  peekLine,
  restOfLine,
  type Scanner,
} from './scanner.ts';

/** Containers nest no deeper than this; deeper ones are text. */
const maxNesting = 200;

/**
 * Opens the containers and the leaf block that begin on the current line. `closed` is the container that the line just
 * closed at this level: an item whose list may continue.
 */
export function openBlocks(scanner: Scanner, closed: Container | undefined): void {
  const sameList = closed?.kind === 'item' ? nextMarkerOf(scanner, closed) : undefined;
  if (sameList !== undefined) openItem(scanner, sameList, true);
  else if (!openContainer(scanner)) return;
  while (!isBlank(scanner)) {
    if (!openContainer(scanner)) return;
  }
  markLine(scanner, scanner.firstQuote < 0 ? lineKind.text : lineKind.none);
}

/** The marker by which the list of a closed item continues here, if it does. */
function nextMarkerOf(scanner: Scanner, closed: Container): ListMarker | undefined {
  if (scanner.column - innermost(scanner).indent >= 4) return undefined;
  if (isThematicBreak(scanner)) return undefined;
  const marker = listMarkerAt(scanner);
  return marker?.character === closed.marker ? marker : undefined;
}

/** Opens the block at the cursor; returns false when it was a leaf block. */
function openContainer(scanner: Scanner): boolean {
  const { indent, level } = innermost(scanner);
  const code = current(scanner);
  if (level < maxNesting) {
    if (tableStarts(scanner, scanner.stack.length)) {
      openLeaf(scanner, makeLeaf('table', lineKind.text, { line: scanner.line }));
      return false;
    }
    if (scanner.column - indent >= 4) {
      openLeaf(scanner, codeLeaf);
      return false;
    }
    if (code === character.greaterThan) {
      openQuote(scanner);
      return true;
    }
    if (!isPlain(code)) return openFootnoteOrItem(scanner);
  }
  openLeaf(scanner, paragraphLeaf);
  return false;
}

function openFootnoteOrItem(scanner: Scanner): boolean {
  const isBracket = current(scanner) === character.openBracket;
  const footnoteText = isBracket ? footnoteTextStart(scanner) : undefined;
  const marker = isThematicBreak(scanner) ? undefined : listMarkerAt(scanner);
  if (footnoteText !== undefined) openFootnote(scanner, footnoteText);
  else if (marker !== undefined) openItem(scanner, marker, false);
  else openLeaf(scanner, leafAt(scanner));
  return footnoteText !== undefined || marker !== undefined;
}

/** The leaf block at the cursor, which is neither a table nor indented code. */
function leafAt(scanner: Scanner): Leaf {
  switch (current(scanner)) {
    case character.backtick:
    case character.tilde: {
      const fence = fenceAt(scanner);
      if (fence === undefined) return paragraphLeaf;
      const { marker, length } = fence;
      return makeLeaf('fence', lineKind.fence, { marker, length, line: scanner.line });
    }
    case character.dollar:
      return spanLeaf(lineKind.math, mathEnd(scanner));
    case character.backslash:
      return spanLeaf(lineKind.math, bracketMathEnd(scanner));
    case character.lessThan:
      return htmlLeaf(scanner);
    case character.hash:
      return isAtxHeading(scanner) ? headingLeaf : paragraphLeaf;
    case character.openBracket: {
      const length = definitionLength(definitionLines(scanner));
      return spanLeaf(lineKind.definition, length === 0 ? undefined : scanner.line + length);
    }
    default:
      return isThematicBreak(scanner) ? breakLeaf : paragraphLeaf;
  }
}

function spanLeaf(mark: number, until: number | undefined): Leaf {
  return until === undefined ? paragraphLeaf : makeLeaf('span', mark, { until });
}

function htmlLeaf(scanner: Scanner): Leaf {
  const html = htmlStartOf(restOfLine(scanner));
  if (html === undefined) return paragraphLeaf;
  if (html.end?.test(restOfLine(scanner))) return htmlLineLeaf;
  const until = html.end === undefined ? tableEnd(scanner) : undefined;
  if (until !== undefined) return makeLeaf('span', lineKind.html, { until });
  const isClosed = html.end === undefined || isClosedLater(scanner, html.end);
  if (!isClosed) scanner.unclosedHtml.add(scanner.line);
  const end = isClosed ? html.end : undefined;
  return makeLeaf('html', lineKind.html, { end, line: scanner.line });
}

/** The lines that a definition at the cursor may take, read on demand. */
function definitionLines(scanner: Scanner): DefinitionLines {
  const lines: (string | undefined)[] = [restOfLine(scanner)];
  return {
    line: (index) => {
      while (lines.length <= index) {
        lines.push(lines.at(-1) === undefined ? undefined : nextLine(scanner, lines.length));
      }
      return lines[index];
    },
  };
}

function nextLine(scanner: Scanner, offset: number): string | undefined {
  const line = scanner.line + offset;
  if (line >= scanner.bounds.count) return undefined;
  return peekLine(scanner, { line, depth: scanner.stack.length }, (matched) => {
    const isContinued = !isBlank(scanner) && isLazyContinuation(scanner, matched, 'definition');
    return isContinued ? restOfLine(scanner) : undefined;
  });
}
