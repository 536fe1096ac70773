import type { DocumentLines } from '../document-lines.ts';
import type { StateBlock } from './types.ts';

const endsByLine = Symbol('excluded lines');

/** Returns the parser environment for lines that it must skip. */
export function excludedLinesEnvironment(
  ranges: readonly DocumentLines[],
): Record<symbol, unknown> {
  if (ranges.length === 0) return {};
  const ends = new Map<number, number>();
  for (const { lineStart, lineEnd } of ranges) {
    for (let line = lineStart; line <= lineEnd; line++) ends.set(line - 1, lineEnd);
  }
  return { [endsByLine]: ends };
}

/** Skips lines that are no part of the document's blocks; the block above ends there. */
export function skipExcludedLines(
  ...[state, startLine, endLine, silent]: readonly [StateBlock, number, number, boolean]
): boolean {
  const ends = state.env[endsByLine];
  if (!(ends instanceof Map)) return false;
  const end: number | undefined = ends.get(startLine);
  if (end === undefined) return false;
  // A quote or item may end before the lines do; the rest of them is skipped after it.
  if (!silent) state.line = Math.min(endLine, end);
  return true;
}
