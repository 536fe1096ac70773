import type { ListMarker } from './block-starts.ts';
import { isAfterBlank } from './block-state.ts';
import { character, isSpace } from './characters.ts';
import { current, enterQuote, innermost, isBlank, noContainer, type Scanner } from './scanner.ts';

/** Opens a block quote whose marker is at the cursor. */
export function openQuote(scanner: Scanner): void {
  const { stack, line } = scanner;
  const { listIndent, level } = innermost(scanner);
  if (scanner.firstQuote < 0) {
    scanner.outline?.openBlock('quote', line, isAfterBlank(scanner));
    scanner.firstQuote = stack.length;
    scanner.marker = scanner.position;
  }
  stack.push({ ...noContainer, kind: 'quote', listIndent, level: level + 1, line });
  enterQuote(scanner);
}

/** Opens a footnote whose text begins at the offset `after`. */
export function openFootnote(scanner: Scanner, after: number): void {
  const { stack, line } = scanner;
  const { indent: outer, listIndent, level } = innermost(scanner);
  const initial = scanner.column + after - scanner.position;
  const indent = outer + 4;
  const spaces = skipTo(scanner, { after, column: initial, shift: 0 }) - initial;
  scanner.column = spaces < indent ? spaces + indent : spaces;
  if (scanner.firstQuote < 0) {
    const afterBlank = isAfterBlank(scanner);
    scanner.outline?.openItem(line, { indent, sameList: false, isFootnote: true, afterBlank });
  }
  stack.push({ ...noContainer, kind: 'footnote', indent, listIndent, level: level + 1, line });
}

/** Opens a list item; `sameList`: in the list of the item that was closed last. */
export function openItem(scanner: Scanner, marker: ListMarker, sameList: boolean): void {
  const { stack, line, shift } = scanner;
  const outer = innermost(scanner);
  const initial = scanner.column + marker.after - scanner.position;
  scanner.column = skipTo(scanner, { after: marker.after, column: initial, shift });
  const empty = isBlank(scanner);
  const spaces = empty || scanner.column - initial > 4 ? 1 : scanner.column - initial;
  const indent = initial + spaces;
  if (scanner.firstQuote < 0) {
    const afterBlank = isAfterBlank(scanner);
    scanner.outline?.openItem(line, { indent, sameList, isFootnote: false, afterBlank });
  }
  stack.push({
    kind: 'item',
    indent,
    listIndent: outer.indent,
    marker: marker.character,
    emptyLine: empty ? line : -1,
    level: outer.level + 2,
    line,
  });
}

/** Moves to the first character from `after` on that is no space, and returns its column. */
function skipTo(
  scanner: Scanner,
  { after, column: first, shift }: { after: number; column: number; shift: number },
): number {
  let column = first;
  scanner.position = after;
  for (; scanner.position < scanner.end && isSpace(current(scanner)); scanner.position++) {
    column += current(scanner) === character.tab ? 4 - ((column + shift) % 4) : 1;
  }
  return column;
}
