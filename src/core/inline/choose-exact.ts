import type { InlineThread } from './discussion.ts';
import type { ThreadEvidence } from './thread-evidence.ts';

/** Anchors within this distance of the best similarity count as equally good. */
const anchorTolerance = 0.1;

/** Returns the one of several threads with the same speaker and text that is meant, or undefined when it is unclear. */
export function chooseExact(
  threads: readonly InlineThread[],
  evidence: ThreadEvidence,
): { readonly thread: InlineThread; readonly level: 0 | 1 } | undefined {
  const anchored = withBestAnchor(threads, evidence);
  const expected = threads.find(({ root }) => root.line === evidence.expectedLine);
  if (expected !== undefined && (anchored.length === 0 || anchored.includes(expected))) {
    if (!hasDuplicate(expected, anchored) || evidence.isLineCountUnchanged)
      return { thread: expected, level: 0 };
  }
  const [first, second] = threads.length === 1 ? threads : anchored;
  if (first !== undefined && second === undefined) {
    return isDoubtful(first, threads, evidence) ? undefined : { thread: first, level: 1 };
  }
  const nearest = first === undefined ? undefined : clearlyNearest(anchored, evidence);
  return nearest === undefined ? undefined : { thread: nearest, level: 1 };
}

/** The threads whose anchors are most similar to the expected one; empty when none is similar. */
function withBestAnchor(
  threads: readonly InlineThread[],
  evidence: ThreadEvidence,
): readonly InlineThread[] {
  if (threads.length === 1 || !evidence.isAnchorDistinctive) return threads;
  const similarity = threads.map((thread) => evidence.anchorSimilarity(thread));
  const best = Math.max(...similarity);
  if (best === 0) return [];
  return threads.filter((_, index) => {
    const own = similarity[index] ?? 0;
    return best === 1 ? own === 1 : own > best - anchorTolerance;
  });
}

/** Whether the anchor is only similar, and the drift explains another of the threads better. */
function isDoubtful(
  thread: InlineThread,
  threads: readonly InlineThread[],
  evidence: ThreadEvidence,
): boolean {
  if (evidence.anchorSimilarity(thread) === 1 || evidence.isExplainedByDrift(thread)) return false;
  return threads.some((rival) => rival !== thread && evidence.isExplainedByDrift(rival));
}

/** Whether another of the threads is on the same block, so that only lines tell them apart. */
function hasDuplicate(thread: InlineThread, threads: readonly InlineThread[]): boolean {
  return threads.some((rival) => rival !== thread && rival.anchorLine === thread.anchorLine);
}

/**
 * The thread nearest to its expected line, if it is no more than half as far away as the next. Where the drift is
 * known, the only one that the drift explains.
 */
function clearlyNearest(
  threads: readonly InlineThread[],
  evidence: ThreadEvidence,
): InlineThread | undefined {
  const byDistance = threads
    .filter((thread) => evidence.isExplainedByDrift(thread))
    .flatMap((thread) => {
      const distance = evidence.distanceOf(thread);
      return distance === undefined ? [] : [{ thread, distance }];
    })
    .sort((first, second) => first.distance - second.distance);
  const [first, second] = byDistance;
  if (first === undefined || hasDuplicate(first.thread, threads)) return undefined;
  if (second === undefined) return first.thread;
  const isClear = first.distance * 2 <= second.distance && first.distance < second.distance;
  return isClear && !evidence.isDriftKnown ? first.thread : undefined;
}
