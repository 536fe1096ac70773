import { character } from './characters.ts';
import { innermost, lookAt, restOfLine, type Scanner } from './scanner.ts';

/**
 * The line behind a display formula that begins at the cursor: `$$…$$` on one line, or up to the line that ends with
 * `$$`. Blank lines may stand inside only when the opening `$$` is alone on its line.
 */
export function mathEnd(scanner: Scanner, depth = scanner.stack.length): number | undefined {
  const { text, at, end, line } = scanner;
  if (text.charCodeAt(at + 1) !== character.dollar || at + 1 >= end) return undefined;
  const { indent } = innermost(scanner, depth);
  if (scanner.column - indent >= 4) return undefined;
  const first = text.slice(at, end).trimEnd();
  const again = first.indexOf('$$', 2);
  if (first.length > 4 && first.endsWith('$$')) {
    return again === first.length - 2 ? line + 1 : undefined;
  }
  return again === -1 ? closingLine(scanner, depth, first === '$$') : undefined;
}

function closingLine(scanner: Scanner, depth: number, alone: boolean): number | undefined {
  const { indent } = innermost(scanner, depth);
  for (let line = scanner.line + 1; line < scanner.bounds.count; line++) {
    const text = lookAt(scanner, { line, depth }, (matched) => {
      const text = restOfLine(scanner).trimEnd();
      const inside = text === '' ? alone : scanner.column >= indent;
      return matched === depth && inside ? text : undefined;
    });
    if (text === undefined) return undefined;
    const closing = text.indexOf('$$');
    if (closing !== -1) return closing === text.length - 2 ? line + 1 : undefined;
  }
  return undefined;
}
