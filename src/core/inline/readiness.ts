import type { Discussions } from './discussion.ts';
import { hidingFences } from './hiding-fences.ts';
import { undecidedUnits } from './requirement-units.ts';

/** One reason why a document is not ready; field names are those of the wire. */
export interface ReadyBlocker {
  /** Empty where no thread is to blame. */
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
 * Whether everything in a document is settled: every thread resolved, no reply without a thread, no fence that hides
 * text because nothing closes it, every requirement decided.
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
  for (const line of hidingFences(scan)) {
    const reason = 'a code fence that nothing closes hides what follows';
    blockers.push({ thread_id: '', root_line: line, reason });
  }
  for (const { id, line } of undecidedUnits(scan)) {
    blockers.push({ thread_id: '', root_line: line, reason: `${id} is not decided` });
  }
  const ready_blockers = blockers.sort((one, other) => one.root_line - other.root_line);
  return { is_ready: blockers.length === 0, ready_blockers };
}
