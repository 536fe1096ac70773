import { shortened } from '../../core/text/whole-characters.ts';
import type { PageAnchor } from '../state/page-anchor.ts';
import type { PageThread } from '../state/review-state.ts';

/** What a thread is about, in a few words: the last heading above it, or its passage. */
export function threadTitle(thread: PageThread): string {
  const heading = thread.breadcrumb.split(' › ').at(-1);
  return shortened(heading || anchorLabel(thread.anchor), 40);
}

/** What an anchor shows: its passage, its lines, or its text. */
export function anchorLabel(anchor: PageAnchor): string {
  const text = (anchor.quote?.exact ?? anchor.snippet).replace(/\s+/g, ' ').trim();
  if (!anchor.lineRange) return text || 'this block';
  return text ? `${linesLabel(anchor)} · ${text}` : linesLabel(anchor);
}

/** The lines of an anchor in words; empty when it is not narrowed to lines. */
export function linesLabel({ lineRange }: PageAnchor): string {
  if (!lineRange) return '';
  const { start, end } = lineRange;
  return start === end ? `line ${start}` : `lines ${start}–${end}`;
}
