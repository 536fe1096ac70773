import type { Page } from '../page.ts';
import { isOpen } from '../state/review-state.ts';
import type { FormerThread } from './former-thread.ts';

/**
 * The threads of the last round that are shown beside a file: the open ones, and the resolved ones while changes are
 * shown.
 */
export function formersBeside({ rounds }: Page, fileId: string): readonly FormerThread[] {
  return rounds.former.value.filter(
    ({ thread }) => thread.place.fileId === fileId && (isOpen(thread) || rounds.marking.value),
  );
}

/** A thread of the last round by its name on the page. */
export function formerThread({ rounds }: Page, key: string): FormerThread | undefined {
  return rounds.former.peek().find((former) => former.key === key);
}
