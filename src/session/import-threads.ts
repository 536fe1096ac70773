import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { decideImport } from '../core/review/decide-import.ts';
import { type DecisionContext, findThread } from '../core/review/decision.ts';
import type { Reviews } from '../core/review/ports/reviews.ts';
import { findSame } from '../core/review/rounds.ts';
import type { ReviewState } from '../core/review/state.ts';
import { dueItems } from '../core/review/write-due.ts';
import { textsOfAnchors } from './anchor-texts.ts';
import { earlierReviews } from './earlier-reviews.ts';
import type { RunningReview } from './running-review.ts';

/** From which review into which a thread is taken over, and by whom. */
export interface ThreadImport extends DecisionContext {
  readonly reviews: Reviews;
  readonly reviewId: string;
  readonly from: ReviewState;
}

/** Takes one thread of an earlier review over; answers its id in the present one. */
export async function importThread(
  { reviews, reviewId, from, ...given }: ThreadImport,
  threadId: string,
): Promise<string | Refusal> {
  const textOf = await textsOfAnchors(reviews, from);
  const changed = await reviews.log.change(reviewId, async (state) => {
    const thread = findThread(from, threadId);
    if (isRefusal(thread)) return thread;
    const previous = from.files.get(thread.fileId);
    const file = previous === undefined ? undefined : findSame(state, previous);
    if (file === undefined) {
      return refuse('unknown_file', `${previous?.path ?? thread.fileId} is no file of this review`);
    }
    const document = await reviews.log.document(state, file.id);
    return decideImport(state, threadId, { ...given, from, document, textOf });
  });
  return isRefusal(changed) ? changed : changed.decided.id;
}

/** Takes the open threads of the last review of the same inputs over into a new one; notifies of those it cannot. */
export async function importOpenThreads(review: RunningReview): Promise<void> {
  const { reviews, opened, ports, notify } = review;
  const [from] = await earlierReviews(reviews, opened);
  if (from === undefined) {
    notify('--carry open: there is no earlier review of these inputs');
    return;
  }
  // What stands in a file comes from there, so that it is not shown twice.
  const open = [...from.threads.values()].filter(
    (thread) =>
      thread.deletedAt === null &&
      thread.resolution === null &&
      (thread.inlineKey === undefined || dueItems(thread, from).length > 0),
  );
  for (const { id } of open) {
    const request = { reviews, reviewId: opened.id, from, at: ports.clock.now() };
    const imported = await importThread(request, id);
    if (isRefusal(imported) && imported.code !== 'already_carried')
      notify(`--carry open: ${imported.message}`);
  }
}
