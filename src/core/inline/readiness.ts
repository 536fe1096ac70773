import { conflictMarkers } from './conflict-markers.ts';
import type { Discussions } from './discussion.ts';
import { undecidedUnits } from './requirement-units.ts';
import { unclosedFences } from './unclosed-fences.ts';

/** One reason why a document is not ready; field names are those of the wire. */
interface ReadyBlocker {
  /** Empty when the blocker is no thread. */
  readonly thread_id: string;
  /** The line to look at. */
  readonly root_line: number;
  readonly reason: string;
}

export interface Readiness {
  readonly is_ready: boolean;
  readonly ready_blockers: readonly ReadyBlocker[];
}

/**
 * Returns whether a document is ready, and what blocks it: unresolved threads, replies without a thread, unclosed fences
 * that hide text, merge conflicts, undecided requirements.
 */
export function readinessOf(discussions: Discussions): Readiness {
  const { threads, orphans, scan } = discussions;
  const blockers: ReadyBlocker[] = [];
  for (const { id, status, root } of threads) {
    if (status === 'RESOLVED') continue;
    const state = status === 'REOPEN' ? 'was reopened' : 'is open';
    blockers.push({ thread_id: id, root_line: root.line, reason: `the thread ${state}` });
  }
  for (const { line, speaker } of orphans) {
    const reason = `the reply of ${speaker} stands under no thread`;
    blockers.push({ thread_id: '', root_line: line, reason });
  }
  for (const line of unclosedFences(scan)) {
    const reason = 'a code fence that nothing closes hides what follows';
    blockers.push({ thread_id: '', root_line: line, reason });
  }
  for (const line of conflictMarkers(scan)) {
    const reason = 'a merge conflict is not resolved';
    blockers.push({ thread_id: '', root_line: line, reason });
  }
  for (const { id, line } of undecidedUnits(scan)) {
    blockers.push({ thread_id: '', root_line: line, reason: `${id} is not decided` });
  }
  const ready_blockers = blockers.sort((first, second) => first.root_line - second.root_line);
  return { is_ready: blockers.length === 0, ready_blockers };
}
