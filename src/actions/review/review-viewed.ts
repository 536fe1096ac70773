import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { chooseFile, stamp } from '../../core/review/decision.ts';
import { type ActionContext, defineAction } from '../kit/action.ts';
import { reviewFields } from './shared/review-fields.ts';
import { decisionContext, openReviewRoom } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

/** Marks a file as viewed; the mark clears itself when the file's text changes. */
export const reviewViewed = viewedAction(true);

/** Takes the mark of a viewed file away. */
export const reviewUnviewed = viewedAction(false);

function viewedAction(viewed: boolean) {
  return defineAction({
    input: (z) => z.object({ fileId: reviewFields(z).fileId }),
    output: (z) => reviewSchemas(z).ok,
    run: ({ fileId }, context) => markViewed(fileId, viewed, context),
  });
}

async function markViewed(
  requested: string,
  viewed: boolean,
  context: ActionContext,
): Promise<{ ok: true } | Refusal> {
  const room = await openReviewRoom(context);
  if (isRefusal(room)) return room;
  const authorship = stamp(decisionContext(context));
  const changed = await room.reviews.log.change(room.id, (state) => {
    const fileId = chooseFile(state, requested);
    if (isRefusal(fileId)) return fileId;
    return { events: [{ kind: 'file.viewed' as const, ...authorship, data: { fileId, viewed } }] };
  });
  return isRefusal(changed) ? changed : { ok: true };
}
