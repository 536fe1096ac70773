import { isOpaque, kindOf } from './scan/leaf.ts';
import type { ScannedLines } from './scan/scan-lines.ts';

/**
 * Returns the lines, from 1, at which merge conflicts begin that git has left in a text. An example that lies in one
 * block of code as a whole is none.
 */
export function conflictMarkers({ text, bounds, kinds }: ScannedLines): readonly number[] {
  if (!text.includes('<<<<<<<')) return [];
  const found: number[] = [];
  let start = -1;
  let isDivided = false;
  for (let line = 0; line < bounds.count; line++) {
    const content = text.slice(bounds.begin[line], bounds.end[line]);
    if (/^<{7}(?: |$)/.test(content)) {
      start = line;
      isDivided = false;
    } else if (start >= 0 && content === '=======') {
      isDivided = true;
    } else if (start >= 0 && isDivided && /^>{7}(?: |$)/.test(content)) {
      if (!isCode(kinds, start, line)) found.push(start + 1);
      start = -1;
    }
  }
  return found;
}

function isCode(kinds: Uint8Array, start: number, end: number): boolean {
  return kinds.subarray(start, end + 1).every((kind) => isOpaque(kindOf(kind)));
}
