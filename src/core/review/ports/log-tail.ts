import type { LogEntry } from './review-store.ts';

/** Hears what is added to a review's log, whichever process adds it. */
export interface LogTail {
  /**
   * Calls `listener` with every entry after a position, once each and in order, first those that are there
   * already. Calling what is returned ends the subscription.
   */
  follow(reviewId: string, after: number, listener: (entry: LogEntry) => void): () => void;
  /**
   * Calls `listener` after anything may have been written to the store, by whichever process; it then looks for
   * itself. Calling what is returned ends the subscription.
   */
  onCommit(listener: () => void): () => void;
  /** Looks now, since this process has just added something. */
  wake(reviewId: string): void;
}
