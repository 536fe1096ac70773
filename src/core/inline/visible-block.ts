import { hasVisibleContent, parseHtml } from '../document/html-text.ts';
import { lineKind } from './scan/leaf.ts';
import type { ScannedLines } from './scan/scan-lines.ts';

/** Returns whether a block outside of quotes shows something to comment on. Lines count from 0. */
export function isVisibleBlock(
  { text, bounds }: ScannedLines,
  { kind, start, end }: { kind: number; start: number; end: number },
): boolean {
  if (kind === lineKind.thematicBreak || kind === lineKind.definition) return false;
  if (kind !== lineKind.html) return true;
  const html = text.slice(bounds.begin[start], bounds.end[end - 1]);
  return hasVisibleContent(parseHtml(html, (reference) => reference));
}
