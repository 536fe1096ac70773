import type { HiddenPart } from '../core/document/hidden-part.ts';
import { attribute, escapeHtml } from './escape.ts';

/**
 * Renders the mark of a hidden part: what it is, and its words, which the page unfolds. They are no part of a block's
 * text; a comment on them is anchored to the block that the mark names.
 */
export function hiddenMark(
  { label, words, block }: HiddenPart,
  { numbered }: { numbered: boolean },
): string {
  const number = numbered ? attribute('data-hidden-in', block) : '';
  const what = label === 'comment' ? 'hidden comment' : `hidden: ${label}`;
  const lid = `<span class="hidden-lid" role="button" tabindex="0" aria-expanded="false">${escapeHtml(what)}</span>`;
  return `<span class="hidden-mark" data-generated${number}>${lid}<span class="hidden-words">${escapeHtml(words)}</span></span>`;
}
