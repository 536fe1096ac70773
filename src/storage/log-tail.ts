import type { LogTail } from '../core/needs/log-tail.ts';
import type { LogEntry } from '../core/needs/review-store.ts';
import { positionOf } from '../core/review/log-entries.ts';
import { isBusy, type SqliteDatabase } from './sqlite-database.ts';
import { entriesAfter } from './sqlite-review-store.ts';

/** How often other processes' commits are looked for while somebody listens, in milliseconds. */
const pollInterval = 25;

interface Follower {
  readonly reviewId: string;
  position: number;
  readonly listener: (entry: LogEntry) => void;
}

/**
 * Follows the logs of an open user's store: woken by this process's own commits, and by a look at SQLite's
 * `data_version` for everyone else's. The timer does not keep the process alive.
 */
export function sqliteLogTail(database: SqliteDatabase): LogTail {
  const followers = new Set<Follower>();
  let timer: NodeJS.Timeout | undefined;
  let seenVersion = -1;

  const look = (): void => {
    const version = database.dataVersion();
    if (version === seenVersion) return;
    if (deliver(database, followers)) seenVersion = version;
  };

  return {
    follow(reviewId, after, listener) {
      const follower: Follower = { reviewId, position: after, listener };
      followers.add(follower);
      timer ??= setInterval(look, pollInterval).unref();
      deliver(database, [follower]);
      return () => {
        followers.delete(follower);
        if (followers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    wake(reviewId) {
      deliver(
        database,
        [...followers].filter((follower) => follower.reviewId === reviewId),
      );
    },
  };
}

/** Hands each follower what it has not had; false when the store was busy, and all is to be tried again. */
function deliver(database: SqliteDatabase, followers: Iterable<Follower>): boolean {
  const read = new Map<string, LogEntry[]>();
  const entries = (reviewId: string, after: number): LogEntry[] => {
    const key = `${reviewId} ${after}`;
    const found = read.get(key) ?? entriesAfter(database, reviewId, after);
    read.set(key, found);
    return found;
  };
  try {
    for (const follower of followers) {
      for (const entry of entries(follower.reviewId, follower.position)) {
        // A listener may add to the log, which wakes this follower again from inside.
        if (positionOf(entry) <= follower.position) continue;
        follower.position = positionOf(entry);
        follower.listener(entry);
      }
    }
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
