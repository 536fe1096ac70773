import type { LogTail } from './log-tail.ts';
import type { ReviewLog } from './review-log.ts';
import type { ReviewStore } from './review-store.ts';
import type { RunningServers } from './running-servers.ts';

/** The user's reviews, opened. */
export interface Reviews {
  readonly store: ReviewStore;
  readonly log: ReviewLog;
  readonly tail: LogTail;
  readonly running: RunningServers;
}
