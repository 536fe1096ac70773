import { character } from './characters.ts';
import { innermost, peekLine, restOfLine, type Scanner } from './scanner.ts';

/**
 * Returns the line after a display formula that begins at the cursor: `$$…$$` on one line, or up to the line that ends with
 * `$$`. Blank lines may occur inside only when the opening `$$` is alone on its line.
 */
export function mathEnd(scanner: Scanner, depth = scanner.stack.length): number | undefined {
  const { text, position, end, line } = scanner;
  if (text.charCodeAt(position + 1) !== character.dollar || position + 1 >= end) return undefined;
  const { indent } = innermost(scanner, depth);
  if (scanner.column - indent >= 4) return undefined;
  const first = text.slice(position, end).trimEnd();
  const closingIndex = first.indexOf('$$', 2);
  if (first.length > 4 && first.endsWith('$$')) {
    return closingIndex === first.length - 2 ? line + 1 : undefined;
  }
  return closingIndex === -1 ? closingLine(scanner, depth, first === '$$') : undefined;
}

function closingLine(scanner: Scanner, depth: number, isAlone: boolean): number | undefined {
  const { indent } = innermost(scanner, depth);
  for (let line = scanner.line + 1; line < scanner.bounds.count; line++) {
    const text = peekLine(scanner, { line, depth }, (matched) => {
      const text = restOfLine(scanner).trimEnd();
      const isInside = text === '' ? isAlone : scanner.column >= indent;
      return matched === depth && isInside ? text : undefined;
    });
    if (text === undefined) return undefined;
    const closing = text.indexOf('$$');
    if (closing !== -1) return closing === text.length - 2 ? line + 1 : undefined;
  }
  return undefined;
}
