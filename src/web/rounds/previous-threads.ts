import { isOpen } from '../state/review-state.ts';
import type { PreviousThread } from './previous-thread.ts';
import type { RoundsStore } from './rounds-store.ts';

/**
 * The threads of the last round that are shown beside a file: the open ones, and the resolved ones while changes are
 * shown.
 */
export function previousThreadsOfFile(
  rounds: RoundsStore,
  fileId: string,
): readonly PreviousThread[] {
  return rounds.previous.value.filter(
    ({ thread }) => thread.anchor.fileId === fileId && (isOpen(thread) || rounds.marking.value),
  );
}

/** A thread of the last round by its name on the page. */
export function previousThread(rounds: RoundsStore, key: string): PreviousThread | undefined {
  return rounds.previous.peek().find((previous) => previous.key === key);
}
