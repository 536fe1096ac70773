import { boundedDistance } from '../text/edit-distance.ts';
import type { Discussions, Thread } from './discussion.ts';
import { normaliseText } from './normalise.ts';
import { anchorTextOf } from './query-view.ts';
import { starts } from './scan/leaf.ts';

/** A line of fewer characters says too little to be recognised by its end alone. */
const shortestEnding = 8;
const longestBlock = 200;

/**
 * How much a thread's anchor is like the anchor text that somebody remembers: 1 for the same, 0 for text that differs
 * in half of its characters or more. A paragraph that was only broken into other lines is nearly the same.
 */
export function anchorLikeness(discussions: Discussions, thread: Thread, wanted: string): number {
  const line = anchorTextOf(discussions, thread);
  if (line === wanted) return 1;
  const block = anchorBlockText(discussions, thread);
  if (endsWith(block, wanted) || endsWith(wanted, line)) return 0.95;
  return Math.max(likenessOf(line, wanted), likenessOf(block, wanted));
}

function endsWith(text: string, ending: string): boolean {
  return ending.length >= shortestEnding && text.endsWith(ending);
}

/** The block that a thread is anchored at, on one line, up to the anchor. */
function anchorBlockText({ text, scan }: Discussions, { anchorLine }: Thread): string {
  const { kinds, bounds } = scan;
  let first = anchorLine - 1;
  while (first > 0 && anchorLine - first < longestBlock && ((kinds[first] ?? 0) & starts) === 0) {
    first--;
  }
  return normaliseText(text.slice(bounds.begin[Math.max(0, first)], bounds.end[anchorLine - 1]));
}

/** 1 for equal texts, down to 0 for texts that differ in half of their characters. */
function likenessOf(one: string, other: string): number {
  const length = Math.max(one.length, other.length);
  if (length === 0) return 1;
  const distance = boundedDistance(one, other, Math.ceil(length / 2) - 1);
  return distance === undefined ? 0 : 1 - distance / length;
}
