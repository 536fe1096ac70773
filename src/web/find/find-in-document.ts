import { blockText, pointsOfStretch } from '../document-view/block-text.ts';
import type { FileView } from '../document-view/file-view.ts';
import { occurrences } from './search-text.ts';

/** Found stretches of the drawn document, shown in it until they are cleared. */
export interface FoundText {
  readonly ranges: readonly Range[];
  /** More were found than are listed. */
  readonly cut: boolean;
}

const mostFound = 1_000;

/** Looks for words in the text of a file. */
export function findInDocument(fileView: FileView, query: string): FoundText {
  const ranges: Range[] = [];
  for (const block of fileView.sections.blocks()) {
    for (const [from, to] of occurrences(blockText(block), query)) {
      if (ranges.length === mostFound) return { ranges, cut: true };
      const points = pointsOfStretch(block, from, to);
      if (!points) continue;
      const range = new Range();
      range.setStart(points.start.node, points.start.offset);
      range.setEnd(points.end.node, points.end.offset);
      ranges.push(range);
    }
  }
  return { ranges, cut: false };
}

/** Lights what was found, and the one that is looked at; nothing where the browser cannot. */
export function lightFound(ranges: readonly Range[], current: Range | undefined): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.set('found', new Highlight(...ranges));
  const looked = new Highlight(...(current ? [current] : []));
  looked.priority = 1;
  CSS.highlights.set('found-current', looked);
}

/** Puts the lights out. */
export function clearFound(): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete('found');
  CSS.highlights.delete('found-current');
}
