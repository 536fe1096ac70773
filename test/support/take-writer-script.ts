import { randomUUID } from 'node:crypto';
import { sqliteReviews } from '../../src/adapters/sqlite/reviews.ts';
import { openUserStore } from '../../src/adapters/sqlite/user-store.ts';
import { isRefusal } from '../../src/core/refusal.ts';
import { decideMessage } from '../../src/core/review/decide-message.ts';
import { reviewLog } from '../../src/session/review-log.ts';

/**
 * Run as a process of its own: adds takes to a thread of a review, straight through the store, and follows the review's
 * log meanwhile until it has seen so many replies. Prints what was acknowledged and what was seen as one line of JSON.
 *
 *   node take-writer-script.mjs STORE REVIEW THREAD TAKES REPLIES
 */
const [store = '', review = '', thread = '', takes = '0', replies = '0'] = process.argv.slice(2);
const database = openUserStore({ path: store, busyMode: 'server' });
if (isRefusal(database)) throw new Error(database.message);
const reviews = sqliteReviews(database);
const log = reviewLog(reviews.store, reviews.tail);

const seen: string[] = [];
const allSeen = new Promise<void>((resolve) => {
  reviews.tail.follow(review, 0, (entry) => {
    if (entry.type !== 'event' || entry.event.kind !== 'reply.added') return;
    seen.push(entry.event.data.id);
    if (seen.length === Number(replies)) resolve();
  });
});
// The tail's timer alone does not keep a process alive.
const alive = setInterval(() => undefined, 1000);

const acknowledged: string[] = [];
for (let count = 0; count < Number(takes); ) {
  const text = `take ${count} ${randomUUID()}`;
  const changed = await log.change(review, (state) => {
    const given = { at: new Date().toISOString(), as: 'take' as const };
    const events = decideMessage(state, { threadId: thread, text }, given);
    return isRefusal(events) ? events : { events };
  });
  if (isRefusal(changed)) {
    if (changed.code === 'store_busy') continue;
    throw new Error(changed.message);
  }
  acknowledged.push(text);
  count++;
}
await allSeen;
clearInterval(alive);
process.stdout.write(`${JSON.stringify({ acknowledged, seen })}\n`);
