import { isRefusal } from '../../../core/refusal.ts';
import type { Thread } from '../../../core/review/thread.ts';
import { isWriteDue } from '../../../core/review/write-due.ts';
import type { ActionContext } from '../../kit/action.ts';
import type { ReviewRoom } from './review-room.ts';

/** Said in an output when the message is stored and not yet in the file. */
export interface PendingWrite {
  readonly writeBack?: 'pending';
}

/** Writes what is due of a thread that has just been changed; returns what an output says of it. */
export async function writeThread(
  { id: reviewId, reviews }: ReviewRoom,
  { ports }: ActionContext,
  thread: Thread | undefined,
): Promise<PendingWrite> {
  if (thread === undefined) return {};
  const state = await reviews.log.state(reviewId);
  if (isRefusal(state) || !isWriteDue(thread, state)) return {};
  const { writeBack } = await import('../../../session/write-back.ts');
  const outcome = await writeBack({ reviews, reviewId, ports }, thread.fileId);
  return outcome === 'pending' ? { writeBack: 'pending' } : {};
}
