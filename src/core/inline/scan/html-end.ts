import { tableDepth, tablePart } from '../../document/html-tags.ts';
import { innermost, peekLine, restOfLine, type Scanner } from './scanner.ts';

/** Returns whether a block of raw HTML at the cursor is closed within its container by what its last line contains. */
export function isClosedLater(scanner: Scanner, end: RegExp): boolean {
  const container = innermost(scanner);
  const owner = scanner.stack.length === 0 ? scanner : container;
  const failures = failedSearches.get(owner) ?? new Set();
  failedSearches.set(owner, failures);
  if (failures.has(end)) return false;
  for (let line = scanner.line + 1; line < scanner.bounds.count; line++) {
    const text = lineInside(scanner, line);
    if (text === undefined) break;
    if (end.test(text)) return true;
  }
  failures.add(end);
  return false;
}

/** Searches that reached the end of a container: keeps many unclosed beginnings linear. */
const failedSearches = new WeakMap<object, Set<RegExp>>();

/** Returns the line after a table of raw HTML that goes on behind a blank line; undefined when none does. */
export function tableEnd(scanner: Scanner): number | undefined {
  let depth = 0;
  let until: number | undefined;
  let isBehindBlank = false;
  for (let line = scanner.line; line < scanner.bounds.count; line++) {
    const text = line === scanner.line ? restOfLine(scanner) : lineInside(scanner, line);
    if (text === undefined) break;
    if (text === '') {
      if (depth <= 0) break;
      isBehindBlank = true;
      continue;
    }
    if (isBehindBlank && line > 0 && lineInside(scanner, line - 1) === '' && !tablePart.test(text))
      break;
    depth += tableDepth(text);
    if (isBehindBlank) until = line + 1;
  }
  return until;
}

function lineInside(scanner: Scanner, line: number): string | undefined {
  const depth = scanner.stack.length;
  const { indent } = innermost(scanner);
  return peekLine(scanner, { line, depth }, (matched) => {
    const text = restOfLine(scanner);
    return matched === depth && (text === '' || scanner.column >= indent) ? text : undefined;
  });
}
