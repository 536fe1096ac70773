import { isRefusal } from '../../../core/refusal.ts';
import type { Thread } from '../../../core/review/thread.ts';
import { isWriteDue, type WriteBack, writeBackOf } from '../../../core/review/write-due.ts';
import type { ActionContext } from '../../kit/action.ts';
import type { ReviewRoom } from './review-room.ts';

/** Writes what is due of a thread that has just been changed; returns what an output says of it. */
export async function writeThread(
  { id: reviewId, reviews }: ReviewRoom,
  { ports }: ActionContext,
  thread: Thread | undefined,
): Promise<WriteBack> {
  if (thread === undefined) return {};
  const before = await reviews.log.state(reviewId);
  if (isRefusal(before) || !isWriteDue(thread, before)) return {};
  const { writeBack } = await import('../../../session/write-back.ts');
  await writeBack({ reviews, reviewId, ports }, thread.fileId);
  const state = await reviews.log.state(reviewId);
  const now = isRefusal(state) ? undefined : state.threads.get(thread.id);
  return isRefusal(state) || now === undefined ? {} : writeBackOf(now, state);
}
