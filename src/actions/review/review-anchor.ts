import { isRefusal } from '../../core/refusal.ts';
import { decideReattach } from '../../core/review/decide-place.ts';
import { findThread } from '../../core/review/decision.ts';
import { wireThread } from '../../core/review/wire-forms.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { text } from '../kit/described.ts';
import { reviewFields } from './shared/review-fields.ts';
import { decisionContext, openReviewRoom } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

const input = (z: Zod) =>
  z.object({
    threadId: reviewFields(z).threadId,
    snippet: z.optional(text(z, 'Text of the first block')),
    ...reviewSchemas(z).place,
    url: reviewFields(z).url,
  });

/** Attaches a thread to another place of its file. */
export const reviewAnchor = defineAction({
  input,
  output: (z) => reviewSchemas(z).thread,
  async run(request, context) {
    const room = await openReviewRoom(context, request);
    if (isRefusal(room)) return room;
    const authorship = decisionContext(context);
    const changed = await room.reviews.log.change(room.id, async (state) => {
      const thread = findThread(state, request.threadId);
      if (isRefusal(thread)) return thread;
      const document = await room.reviews.log.document(state, thread.fileId);
      const events = decideReattach(state, request, { ...authorship, document });
      return isRefusal(events) ? events : { events };
    });
    if (isRefusal(changed)) return changed;
    const thread = findThread(changed.state, request.threadId);
    return isRefusal(thread) ? thread : wireThread(thread, changed.state);
  },
});
