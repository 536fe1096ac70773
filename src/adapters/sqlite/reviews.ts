import type { Reviews } from '../../core/review/ports/reviews.ts';
import type { SqliteDatabase } from './database.ts';
import { sqliteLogTail } from './log-tail.ts';
import { sqliteReviewStore } from './review-store.ts';
import { sqliteRunningServers } from './running-servers.ts';

/** Everything of reviews that the user's store holds. */
export function sqliteReviews(database: SqliteDatabase): Omit<Reviews, 'log'> {
  return {
    store: sqliteReviewStore(database),
    tail: sqliteLogTail(database),
    running: sqliteRunningServers(database),
  };
}
