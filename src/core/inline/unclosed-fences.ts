import type { ScannedLines } from './scan/scan-lines.ts';

/** Returns the lines, from 1, of unclosed fences that have text below them. */
export function unclosedFences({ openFences, text, bounds }: ScannedLines): readonly number[] {
  return openFences
    .filter(({ line, end }) =>
      /[^\s>]/.test(text.slice(bounds.end[line], bounds.end[Math.max(line, end - 1)])),
    )
    .map(({ line }) => line + 1);
}
