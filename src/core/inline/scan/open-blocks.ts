import {
  fenceAt,
  isHeading,
  isThematicBreak,
  type ListMarker,
  listMarkerAt,
  noteTextAt,
} from './block-starts.ts';
import { character, isPlain } from './characters.ts';
import { type DefinitionLines, definitionLength } from './definition.ts';
import { htmlStartOf } from './html-start.ts';
import { goesOnLazily, tableStarts } from './interrupts.ts';
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
import { markLine, openLeaf } from './mark-lines.ts';
import { mathEnd } from './math.ts';
import { openItem, openNote, openQuote } from './open-containers.ts';
import {
  type Container,
  current,
  innermost,
  isBlank,
  lookAt,
  restOfLine,
  type Scanner,
} from './scanner.ts';

/** Containers nest no deeper than this; what stands deeper is text. */
const deepest = 200;

/**
 * Opens the containers and the block that begin on the current line. `closed` is the container that the line just
 * left at this level: an item whose list may go on.
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

/** The marker by which the list of a closed item goes on here, if it does. */
function nextMarkerOf(scanner: Scanner, closed: Container): ListMarker | undefined {
  if (scanner.column - innermost(scanner).indent >= 4) return undefined;
  if (isThematicBreak(scanner)) return undefined;
  const marker = listMarkerAt(scanner);
  return marker?.character === closed.marker ? marker : undefined;
}

/** Opens what begins at the cursor; false when that was a block that holds no other. */
function openContainer(scanner: Scanner): boolean {
  const { indent, level } = innermost(scanner);
  const code = current(scanner);
  if (level < deepest) {
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
    if (!isPlain(code)) return openNoteOrItem(scanner);
  }
  openLeaf(scanner, paragraphLeaf);
  return false;
}

function openNoteOrItem(scanner: Scanner): boolean {
  const isBracket = current(scanner) === character.openBracket;
  const noteText = isBracket ? noteTextAt(scanner) : undefined;
  const marker = isThematicBreak(scanner) ? undefined : listMarkerAt(scanner);
  if (noteText !== undefined) openNote(scanner, noteText);
  else if (marker !== undefined) openItem(scanner, marker, false);
  else openLeaf(scanner, leafAt(scanner));
  return noteText !== undefined || marker !== undefined;
}

/** The block that begins at the cursor where neither a container nor a table nor indented code does. */
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
    case character.lessThan:
      return htmlLeaf(scanner);
    case character.hash:
      return isHeading(scanner) ? headingLeaf : paragraphLeaf;
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
  return makeLeaf('html', lineKind.html, { end: html.end, line: scanner.line });
}

/** The lines that a definition at the cursor may take, read when they are asked for. */
function definitionLines(scanner: Scanner): DefinitionLines {
  const known: (string | undefined)[] = [restOfLine(scanner)];
  return {
    line: (index) => {
      while (known.length <= index) {
        known.push(known.at(-1) === undefined ? undefined : nextLine(scanner, known.length));
      }
      return known[index];
    },
  };
}

function nextLine(scanner: Scanner, offset: number): string | undefined {
  const line = scanner.line + offset;
  if (line >= scanner.bounds.count) return undefined;
  return lookAt(scanner, { line, depth: scanner.stack.length }, (matched) => {
    const goesOn = !isBlank(scanner) && goesOnLazily(scanner, matched, 'definition');
    return goesOn ? restOfLine(scanner) : undefined;
  });
}
