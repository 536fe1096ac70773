import type { Page } from '../page.ts';
import { isOpen } from '../state/review-state.ts';
import type { PreviousThread } from './previous-thread.ts';

/**
 * The threads of the last round that are shown beside a file: the open ones, and the resolved ones while changes are
 * shown.
 */
export function previousThreadsOfFile({ rounds }: Page, fileId: string): readonly PreviousThread[] {
  return rounds.previous.value.filter(
    ({ thread }) => thread.anchor.fileId === fileId && (isOpen(thread) || rounds.marking.value),
  );
}

/** A thread of the last round by its name on the page. */
export function previousThread({ rounds }: Page, key: string): PreviousThread | undefined {
  return rounds.previous.peek().find((previous) => previous.key === key);
}
