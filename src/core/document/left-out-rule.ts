import type { StateBlock } from './blocks.ts';

/** Lines of a document, 1-based, both included. */
export interface LineRange {
  readonly lineStart: number;
  readonly lineEnd: number;
}

const rangesByFirstLine = Symbol('lines left out');

/** What the parser is told of lines that it must skip; handed over in its environment. */
export function leftOut(ranges: readonly LineRange[]): Record<symbol, unknown> {
  if (ranges.length === 0) return {};
  return { [rangesByFirstLine]: new Map(ranges.map((range) => [range.lineStart - 1, range])) };
}

/** Skips lines that are no part of the document's blocks; whatever stands above ends there. */
export function skipLeftOut(
  ...[state, startLine, endLine, silent]: readonly [StateBlock, number, number, boolean]
): boolean {
  const ranges = state.env[rangesByFirstLine];
  if (!(ranges instanceof Map)) return false;
  const range: LineRange | undefined = ranges.get(startLine);
  if (range === undefined) return false;
  if (!silent) state.line = Math.min(endLine, Math.max(range.lineEnd, startLine + 1));
  return true;
}
