import type { ScannedLines } from './scan/scan-lines.ts';

/** The lines, from 1, of fences that nothing closes and that have text below them. */
export function hidingFences({ openFences, text, bounds }: ScannedLines): readonly number[] {
  return openFences
    .filter(({ line, end }) =>
      /[^\s>]/.test(text.slice(bounds.end[line], bounds.end[Math.max(line, end - 1)])),
    )
    .map(({ line }) => line + 1);
}
