import type { SqliteDatabase } from './database.ts';
import { storeFailure } from './store-failure.ts';

/** How often commits are looked for, in milliseconds. */
const pollInterval = 100;

/**
 * Calls `listener` after each commit of another connection, and closes the database when the answer is called. The
 * timer does not keep the process alive.
 */
export function watchCommits(database: SqliteDatabase, listener: () => void): () => void {
  let seen = version(database);
  const timer = setInterval(() => {
    const current = version(database);
    if (current === undefined || current === seen) return;
    seen = current;
    listener();
  }, pollInterval).unref();
  return () => {
    clearInterval(timer);
    database.close();
  };
}

/** Nothing while the store is busy or in trouble; it is looked at again. */
function version(database: SqliteDatabase): number | undefined {
  try {
    return database.dataVersion();
  } catch (error) {
    if (storeFailure(database.path, error) !== undefined) return undefined;
    throw error;
  }
}
