import type { Thread } from './discussion.ts';
import type { ThreadEvidence } from './thread-evidence.ts';

/** Anchors that are this much less like than the best are as good as the best. */
const anchorLead = 0.1;

/** One of the threads that begin with exactly a speaker and text; nothing where it could be another of them. */
export function chooseExact(
  threads: readonly Thread[],
  evidence: ThreadEvidence,
): { readonly thread: Thread; readonly level: 0 | 1 } | undefined {
  const anchored = withBestAnchor(threads, evidence);
  const here = threads.find(({ root }) => root.line === evidence.expectedLine);
  if (here !== undefined && (anchored.length === 0 || anchored.includes(here))) {
    if (!hasTwin(here, anchored) || evidence.undrifted) return { thread: here, level: 0 };
  }
  const [only, another] = threads.length === 1 ? threads : anchored;
  if (only !== undefined && another === undefined) {
    return isDoubtful(only, threads, evidence) ? undefined : { thread: only, level: 1 };
  }
  const nearest = only === undefined ? undefined : clearlyNearest(anchored, evidence);
  return nearest === undefined ? undefined : { thread: nearest, level: 1 };
}

/** Those whose anchor comes closest to the one remembered; none when none is like it. */
function withBestAnchor(threads: readonly Thread[], evidence: ThreadEvidence): readonly Thread[] {
  if (threads.length === 1 || !evidence.anchorIsTelling) return threads;
  const likeness = threads.map((thread) => evidence.anchorLikeness(thread));
  const best = Math.max(...likeness);
  if (best === 0) return [];
  return threads.filter((_, index) => {
    const own = likeness[index] ?? 0;
    return best === 1 ? own === 1 : own > best - anchorLead;
  });
}

/** Whether the anchor is only alike, and the lines speak for another of the threads. */
function isDoubtful(thread: Thread, threads: readonly Thread[], evidence: ThreadEvidence): boolean {
  if (evidence.anchorLikeness(thread) === 1 || evidence.canHaveMovedTo(thread)) return false;
  return threads.some((other) => other !== thread && evidence.canHaveMovedTo(other));
}

/** Whether another of the threads stands on the same block, so that lines alone tell them apart. */
function hasTwin(thread: Thread, threads: readonly Thread[]): boolean {
  return threads.some((other) => other !== thread && other.anchorLine === thread.anchorLine);
}

/**
 * The nearest to where it would be expected, if it is no more than half as far away as the next. Where it is known how
 * many lines the file has gained, the only one that these lines explain.
 */
function clearlyNearest(threads: readonly Thread[], evidence: ThreadEvidence): Thread | undefined {
  const byDistance = threads
    .filter((thread) => evidence.canHaveMovedTo(thread))
    .flatMap((thread) => {
      const distance = evidence.distanceOf(thread);
      return distance === undefined ? [] : [{ thread, distance }];
    })
    .sort((one, other) => one.distance - other.distance);
  const [first, second] = byDistance;
  if (first === undefined || hasTwin(first.thread, threads)) return undefined;
  if (second === undefined) return first.thread;
  const clear = first.distance * 2 <= second.distance && first.distance < second.distance;
  return clear && !evidence.driftIsKnown ? first.thread : undefined;
}
