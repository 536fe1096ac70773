import { fenceAt, isHeading, isThematicBreak, listMarkerAt, noteTextAt } from './block-starts.ts';
import { character, isPlain, isSpace, skipSpaces } from './characters.ts';
import { htmlStartOf } from './html-start.ts';
import { mathEnd } from './math.ts';
import { type Container, current, innermost, lookAt, restOfLine, type Scanner } from './scanner.ts';
import { startsTable } from './table-start.ts';

/** What would be ended by a new block: a paragraph, a definition, or the lazy lines of a quote and table rows. */
export type Interrupted = 'paragraph' | 'definition' | 'quote';

/** Whether the line at the cursor starts a block that ends what is open inside the first `depth` containers. */
export function interrupts(
  scanner: Scanner,
  what: Interrupted,
  depth = scanner.stack.length,
): boolean {
  if (isPlain(current(scanner))) return what !== 'quote' && tableStarts(scanner, depth);
  const container = innermost(scanner, depth);
  const indented = scanner.column - container.indent >= 4;
  switch (current(scanner)) {
    case character.backtick:
    case character.tilde:
      return !indented && fenceAt(scanner) !== undefined;
    case character.greaterThan:
      return !indented;
    case character.hash:
      return !indented && isHeading(scanner);
    case character.lessThan:
      return !indented && htmlStartOf(restOfLine(scanner))?.interruptsParagraph === true;
    case character.dollar:
      return !indented && mathEnd(scanner, depth) !== undefined;
    case character.openBracket:
      if (what !== 'quote' && noteTextAt(scanner) !== undefined) return true;
      break;
    case character.underscore:
      if (!indented && isThematicBreak(scanner)) return true;
      break;
    default:
      if (!indented && startsListOrBreak(scanner, what, container)) return true;
  }
  return what !== 'quote' && tableStarts(scanner, depth);
}

function startsListOrBreak(scanner: Scanner, what: Interrupted, container: Container): boolean {
  const code = current(scanner);
  if (code > character.nine || code < character.asterisk) return false;
  if (code !== character.plus && isThematicBreak(scanner)) return true;
  const marker = listMarkerAt(scanner);
  if (marker === undefined || standsTooDeep(scanner, container)) return false;
  if (what !== 'paragraph' || scanner.column < container.indent) return true;
  if (marker.ordered && marker.number !== 1) return false;
  return skipSpaces(scanner.text, marker.after, scanner.end) < scanner.end;
}

/** A marker that is indented like code against its list and yet not enough for the item is text. */
function standsTooDeep({ column }: Scanner, { indent, listIndent }: Container): boolean {
  return listIndent >= 0 && column - listIndent >= 4 && column < indent;
}

/** Whether the line at the cursor and the next one are the head of a table. */
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
  return lookAt(scanner, { line: line + 1, depth }, (matched) => {
    const inside = matched === depth && scanner.column >= indent && scanner.column - indent < 4;
    return inside && startsTable(header, restOfLine(scanner));
  });
}

function mayEndDelimiter(code: number): boolean {
  return (
    code === character.bar || code === character.minus || code === character.colon || isSpace(code)
  );
}

/**
 * Whether the line at the cursor, which leaves out the prefix of containers from position `matched` on, still belongs
 * to the open paragraph or definition. Each quote that it leaves looks for a new block first.
 */
export function goesOnLazily(
  scanner: Scanner,
  matched: number,
  what: Exclude<Interrupted, 'quote'>,
): boolean {
  const { stack, column } = scanner;
  let goesOn = true;
  for (let depth = matched; goesOn && depth < stack.length; depth++) {
    if (stack[depth]?.kind !== 'quote') continue;
    goesOn = !interrupts(scanner, 'quote', depth);
    scanner.column = -1;
  }
  const checked = scanner.column >= 0 && scanner.column - innermost(scanner).indent <= 3;
  if (goesOn && checked) goesOn = !interrupts(scanner, what);
  scanner.column = column;
  return goesOn;
}
