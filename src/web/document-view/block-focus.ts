import type { Page } from '../page.ts';
import type { Place } from '../state/place.ts';
import { bringIntoView } from './scroll.ts';

/** Puts the focus back on the text, so that reading goes on where it stopped. */
export function returnToText({ fileViews, cursor }: Page, place: Place): void {
  const block = fileViews.current.peek()?.sections.block(place.anchorStart);
  if (block) cursor.peek()?.rest(block);
}

/** Shows a block of the shown file and puts the focus on it. */
export function goToBlock(page: Page, number: number): void {
  const block = page.fileViews.current.peek()?.sections.block(number);
  if (!block) return;
  bringIntoView(block, 'start');
  page.cursor.peek()?.focus(block);
}
