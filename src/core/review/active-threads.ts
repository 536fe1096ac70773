import type { ReviewState } from './state.ts';
import type { Thread } from './thread.ts';

/** The threads of a file that an update must place: all that are not deleted. */
export function activeThreads(state: ReviewState, fileId: string): readonly Thread[] {
  return [...state.threads.values()].filter(
    (thread) => thread.fileId === fileId && thread.deletedAt === null,
  );
}
