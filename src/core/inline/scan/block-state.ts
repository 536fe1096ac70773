import { type Leaf, lineKind, noLeaf, startFlag } from './leaf.ts';
import { type Container, innermost, noContainer, type Scanner } from './scanner.ts';

/** Records the kind of the current line, and the offset of its outermost quote's marker. */
export function markLine(scanner: Scanner, kind: number): void {
  const { line } = scanner;
  if (kind !== lineKind.none) scanner.kinds[line] = kind;
  if (scanner.firstQuote >= 0) scanner.quoteStarts[line] = scanner.marker;
  else if (kind === lineKind.none) return;
  scanner.outline?.extend(line);
}

/** Opens a leaf block on the current line. */
export function openLeaf(scanner: Scanner, leaf: Leaf): void {
  const { firstQuote, line } = scanner;
  const outline = firstQuote < 0 ? scanner.outline : undefined;
  scanner.leaf = leaf;
  outline?.openBlock(leaf.mark, line, isAfterBlank(scanner));
  markLine(scanner, leaf.mark | startFlag);
  if (leaf.kind === 'none') outline?.closeBlock();
}

/** Closes the open leaf block; a fence that was not `closed` by a line of its own is recorded. */
export function closeLeaf(scanner: Scanner, closed?: 'closed'): void {
  const { leaf } = scanner;
  if (leaf.kind === 'none') return;
  if (leaf.kind === 'fence' && !closed) {
    const indent = ' '.repeat(innermost(scanner).indent);
    const closing = indent + String.fromCharCode(leaf.marker).repeat(leaf.length);
    scanner.openFences.push({ line: leaf.line, end: scanner.line, closing });
  }
  scanner.leaf = noLeaf;
  if (scanner.firstQuote < 0) scanner.outline?.closeBlock();
}

/** Closes the open leaf block and all containers but the first `depth`. */
export function closeContainers(scanner: Scanner, depth: number): void {
  const { stack, outline } = scanner;
  closeLeaf(scanner);
  while (stack.length > depth) {
    const container = stack.pop() ?? noContainer;
    if (stack.length === scanner.firstQuote) {
      scanner.quotes.push(container.line, scanner.line);
      scanner.quoteParents.push(numberOf(innermost(scanner)));
      scanner.firstQuote = -1;
      outline?.closeBlock();
    } else if (scanner.firstQuote < 0) {
      outline?.closeItem(lastTextLine(scanner) + 1);
    }
  }
}

/** Different for containers that are open one after the other or inside one another. */
function numberOf({ level, line }: Container): number {
  return level === 0 ? 0 : (line + 1) * 1024 + level;
}

function lastTextLine({ line, kinds, quoteStarts }: Scanner): number {
  let last = line - 1;
  while (last > 0 && kinds[last] === lineKind.none && (quoteStarts[last] ?? -1) < 0) last--;
  return last;
}

/** Returns whether the previous line is blank. */
export function isAfterBlank({ line, kinds }: Scanner): boolean {
  return line > 0 && kinds[line - 1] === lineKind.none;
}
