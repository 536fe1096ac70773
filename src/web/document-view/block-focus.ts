import type { Page } from '../page.ts';
import type { PageAnchor } from '../state/page-anchor.ts';
import { bringIntoView } from './scroll.ts';

/** Puts the focus back on the text, so that reading goes on where it stopped. */
export function returnToText({ fileViews, cursor }: Page, anchor: PageAnchor): void {
  const block = fileViews.current.peek()?.sections.block(anchor.anchorStart);
  if (block) cursor.peek()?.rest(block);
}

/** Shows a block of the shown file and puts the focus on it. */
export function goToBlock(page: Page, number: number): void {
  const block = page.fileViews.current.peek()?.sections.block(number);
  if (!block) return;
  bringIntoView(block, 'start');
  page.cursor.peek()?.focus(block);
}
