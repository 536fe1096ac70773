import { isRefusal, type Refusal } from '../core/refusal.ts';
import { refuseFinished } from '../core/review/admission.ts';
import { admitDraft, type RequestedDraft } from '../core/review/admit-draft.ts';
import type { Draft } from '../core/review/draft.ts';
import type { ActionContext } from './action.ts';
import { openReviewRoom } from './review-room.ts';

/** Keeps what is being written, or clears it when the text is blank or absent. */
export async function keepDraft(
  request: RequestedDraft,
  context: ActionContext,
): Promise<Draft | Refusal> {
  const room = await openReviewRoom(context);
  if (isRefusal(room)) return room;
  const state = await room.reviews.log.state(room.id);
  if (isRefusal(state)) return state;
  const finished = refuseFinished(state);
  if (finished !== undefined) return finished;
  const { clock, sha256 } = context.needs;
  const change = admitDraft(state, request, { at: clock.now(), sha256 });
  return isRefusal(change) ? change : room.reviews.log.saveDraft(room.id, change);
}
