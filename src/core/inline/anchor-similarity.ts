import { boundedDistance } from '../text/edit-distance.ts';
import type { Discussions, InlineThread } from './discussion.ts';
import { normaliseText } from './normalise.ts';
import { anchorTextOf } from './query-view.ts';
import { startFlag } from './scan/leaf.ts';

/** A shorter text is not compared by its end alone. */
const minEndingLength = 8;
const maxBlockLines = 200;

/**
 * Returns how similar a thread's anchor is to an expected anchor text: 1 for equal text, 0 for text that differs in half
 * of its characters or more. A paragraph that was only rewrapped is nearly equal.
 */
export function anchorSimilarity(
  discussions: Discussions,
  thread: InlineThread,
  expected: string,
): number {
  const line = anchorTextOf(discussions, thread);
  if (line === expected) return 1;
  const block = anchorBlockText(discussions, thread);
  if (endsWith(block, expected) || endsWith(expected, line)) return 0.95;
  return Math.max(similarityOf(line, expected), similarityOf(block, expected));
}

function endsWith(text: string, ending: string): boolean {
  return ending.length >= minEndingLength && text.endsWith(ending);
}

/** The block that a thread is anchored at, on one line, up to the anchor. */
function anchorBlockText({ text, scan }: Discussions, { anchorLine }: InlineThread): string {
  const { kinds, bounds } = scan;
  let first = anchorLine - 1;
  while (
    first > 0 &&
    anchorLine - first < maxBlockLines &&
    ((kinds[first] ?? 0) & startFlag) === 0
  ) {
    first--;
  }
  return normaliseText(text.slice(bounds.begin[Math.max(0, first)], bounds.end[anchorLine - 1]));
}

/** 1 for equal texts, down to 0 for texts that differ in half of their characters. */
function similarityOf(first: string, second: string): number {
  const length = Math.max(first.length, second.length);
  if (length === 0) return 1;
  const distance = boundedDistance(first, second, Math.ceil(length / 2) - 1);
  return distance === undefined ? 0 : 1 - distance / length;
}
