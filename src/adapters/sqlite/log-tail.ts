import { positionOf } from '../../core/review/log-entries.ts';
import type { LogTail } from '../../core/review/ports/log-tail.ts';
import type { LogEntry } from '../../core/review/ports/review-store.ts';
import type { SqliteDatabase } from './database.ts';
import { entriesAfter } from './review-store.ts';
import { storeFailure } from './store-failure.ts';

/** How often other processes' commits are polled for while somebody listens, in milliseconds. */
const pollInterval = 25;

interface Follower {
  readonly reviewId: string;
  position: number;
  readonly listener: (entry: LogEntry) => void;
}

/**
 * Follows the logs of an open user's store: notified by this process's own commits, and by polling SQLite's
 * `data_version` for everyone else's. The timer does not keep the process alive.
 */
export function sqliteLogTail(database: SqliteDatabase): LogTail {
  const followers = new Set<Follower>();
  const commitListeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let seenVersion = -1;

  const notify = (some: Iterable<Follower>): void => {
    // Own commits leave the version as it is, so that only forgetting it makes the next poll deliver again.
    if (!deliver(database, some)) seenVersion = -1;
  };
  const poll = (): void => {
    const version = unlessTrouble(database, () => database.dataVersion());
    if (version === undefined || version === seenVersion) return;
    seenVersion = version;
    notify(followers);
    for (const listener of commitListeners) listener();
  };
  const start = (): void => {
    timer ??= setInterval(poll, pollInterval).unref();
  };
  const stopWhenUnused = (): void => {
    if (followers.size + commitListeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    follow(reviewId, after, listener) {
      const follower: Follower = { reviewId, position: after, listener };
      followers.add(follower);
      start();
      notify([follower]);
      return () => {
        followers.delete(follower);
        stopWhenUnused();
      };
    },
    onCommit(listener) {
      commitListeners.add(listener);
      start();
      return () => {
        commitListeners.delete(listener);
        stopWhenUnused();
      };
    },
    wake(reviewId) {
      notify([...followers].filter((follower) => follower.reviewId === reviewId));
      for (const listener of commitListeners) listener();
    },
  };
}

/** Delivers new entries to each follower; false when the store failed and all has to be tried again. */
function deliver(database: SqliteDatabase, followers: Iterable<Follower>): boolean {
  const read = new Map<string, LogEntry[]>();
  const entries = (reviewId: string, after: number): LogEntry[] => {
    const key = `${reviewId} ${after}`;
    const loaded = read.get(key) ?? entriesAfter(database, reviewId, after);
    read.set(key, loaded);
    return loaded;
  };
  const isDone = unlessTrouble(database, () => {
    for (const follower of followers) {
      for (const entry of entries(follower.reviewId, follower.position)) {
        // A listener may add to the log, which wakes this follower again from inside.
        if (positionOf(entry) <= follower.position) continue;
        follower.position = positionOf(entry);
        follower.listener(entry);
      }
    }
    return true;
  });
  return isDone === true;
}

/** Returns what a read returns; undefined while the store fails. */
function unlessTrouble<Result>(database: SqliteDatabase, read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (storeFailure(database.path, error) !== undefined) return undefined;
    throw error;
  }
}
