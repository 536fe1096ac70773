import type { Reviews } from '../core/review/ports/reviews.ts';
import { sqliteLogTail } from './log-tail.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { sqliteReviewStore } from './sqlite-review-store.ts';
import { sqliteRunningServers } from './sqlite-running-servers.ts';

/** Everything of reviews that the user's store holds. */
export function sqliteReviews(database: SqliteDatabase): Omit<Reviews, 'log'> {
  return {
    store: sqliteReviewStore(database),
    tail: sqliteLogTail(database),
    running: sqliteRunningServers(database),
  };
}
