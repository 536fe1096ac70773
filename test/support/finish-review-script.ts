import { sqliteReviews } from '../../src/adapters/sqlite/reviews.ts';
import { openUserStore } from '../../src/adapters/sqlite/user-store.ts';
import { isRefusal } from '../../src/core/refusal.ts';
import { decideDone } from '../../src/core/review/decide-done.ts';
import { reviewLog } from '../../src/session/review-log.ts';

/**
 * Run as a process of its own: finishes a review through the store.
 *
 *   node finish-review-script.mjs STORE REVIEW
 */
const [store = '', review = ''] = process.argv.slice(2);
const database = openUserStore({ path: store, busyMode: 'command' });
if (isRefusal(database)) throw new Error(database.message);
const reviews = sqliteReviews(database);
const changed = await reviewLog(reviews.store, reviews.tail).change(review, (state) => {
  const events = decideDone(state, undefined, { at: new Date().toISOString() });
  return isRefusal(events) ? events : { events };
});
if (isRefusal(changed)) throw new Error(changed.message);
