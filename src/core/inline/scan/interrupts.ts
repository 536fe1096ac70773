import {
  fenceAt,
  footnoteTextStart,
  isAtxHeading,
  isThematicBreak,
  listMarkerAt,
} from './block-starts.ts';
import { bracketMathEnd } from './bracket-math.ts';
import { character, isPlain, isSpace, skipSpaces } from './characters.ts';
import { htmlStartOf } from './html-start.ts';
import { mathEnd } from './math.ts';
import {
  type Container,
  current,
  innermost,
  peekLine,
  restOfLine,
  type Scanner,
} from './scanner.ts';
import { startsTable } from './table-start.ts';

/** What a new block would end: a paragraph, a definition, or the lazy lines of a quote and table rows. */
export type Interrupted = 'paragraph' | 'definition' | 'quote';

/** Returns whether the line at the cursor starts a block that ends what is open inside the first `depth` containers. */
export function interrupts(
  scanner: Scanner,
  interrupted: Interrupted,
  depth = scanner.stack.length,
): boolean {
  if (isPlain(current(scanner))) return interrupted !== 'quote' && tableStarts(scanner, depth);
  const container = innermost(scanner, depth);
  const indented = scanner.column - container.indent >= 4;
  switch (current(scanner)) {
    case character.backtick:
    case character.tilde:
      return !indented && fenceAt(scanner) !== undefined;
    case character.greaterThan:
      return !indented;
    case character.hash:
      return !indented && isAtxHeading(scanner);
    case character.lessThan:
      return !indented && htmlStartOf(restOfLine(scanner))?.interruptsParagraph === true;
    case character.dollar:
      return !indented && mathEnd(scanner, depth) !== undefined;
    case character.backslash:
      if (!indented && bracketMathEnd(scanner, depth) !== undefined) return true;
      break;
    case character.openBracket:
      if (interrupted !== 'quote' && footnoteTextStart(scanner) !== undefined) return true;
      break;
    case character.underscore:
      if (!indented && isThematicBreak(scanner)) return true;
      break;
    default:
      if (!indented && startsListOrBreak(scanner, interrupted, container)) return true;
  }
  return interrupted !== 'quote' && tableStarts(scanner, depth);
}

function startsListOrBreak(
  scanner: Scanner,
  interrupted: Interrupted,
  container: Container,
): boolean {
  const code = current(scanner);
  if (code > character.nine || code < character.asterisk) return false;
  if (code !== character.plus && isThematicBreak(scanner)) return true;
  const marker = listMarkerAt(scanner);
  if (marker === undefined || isIndentedTooFar(scanner, container)) return false;
  if (interrupted !== 'paragraph' || scanner.column < container.indent) return true;
  if (marker.ordered && marker.number !== 1) return false;
  return skipSpaces(scanner.text, marker.after, scanner.end) < scanner.end;
}

/** A marker that is indented like code relative to its list, but not enough for the item, is text. */
function isIndentedTooFar({ column }: Scanner, { indent, listIndent }: Container): boolean {
  return listIndent >= 0 && column - listIndent >= 4 && column < indent;
}

/** Returns whether the line at the cursor and the next one are the head of a table. */
export function tableStarts(scanner: Scanner, depth: number): boolean {
  const { line, bounds, text } = scanner;
  if (
    line + 1 >= bounds.count ||
    !mayEndDelimiter(text.charCodeAt((bounds.end[line + 1] ?? 0) - 1))
  ) {
    return false;
  }
  const { indent } = innermost(scanner, depth);
  if (scanner.column - indent >= 4) return false;
  const header = restOfLine(scanner);
  return peekLine(scanner, { line: line + 1, depth }, (matched) => {
    const isInside = matched === depth && scanner.column >= indent && scanner.column - indent < 4;
    return isInside && startsTable(header, restOfLine(scanner));
  });
}

function mayEndDelimiter(code: number): boolean {
  return (
    code === character.bar || code === character.minus || code === character.colon || isSpace(code)
  );
}

/**
 * Returns whether the line at the cursor, which matches only the first `matched` containers, still continues the open
 * paragraph or definition. Each quote that it does not match is checked for a new block first.
 */
export function isLazyContinuation(
  scanner: Scanner,
  matched: number,
  interrupted: Exclude<Interrupted, 'quote'>,
): boolean {
  const { stack, column } = scanner;
  let isContinued = true;
  for (let depth = matched; isContinued && depth < stack.length; depth++) {
    if (stack[depth]?.kind !== 'quote') continue;
    isContinued = !interrupts(scanner, 'quote', depth);
    scanner.column = -1;
  }
  const isChecked = scanner.column >= 0 && scanner.column - innermost(scanner).indent <= 3;
  if (isContinued && isChecked) isContinued = !interrupts(scanner, interrupted);
  scanner.column = column;
  return isContinued;
}
