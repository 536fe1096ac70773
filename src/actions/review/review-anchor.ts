import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRefusal } from '../../core/refusal.ts';
import { decideReattach } from '../../core/review/decide-place.ts';
import { findThread } from '../../core/review/decision.ts';
import { wireThread } from '../../core/review/wire-forms.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { text } from '../kit/described.ts';
import { reviewFields } from './shared/review-fields.ts';
import { decisionContext, openLiveRoom } from './shared/review-room.ts';
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
  output: (z) => {
    const { thread, anchorMoved } = reviewSchemas(z);
    return z.extend(thread, { anchorMoved: z.optional(anchorMoved) });
  },
  async run(request, context) {
    const room = await openLiveRoom(context, request);
    if (isRefusal(room)) return room;
    const authorship = decisionContext(context);
    const changed = await room.reviews.log.change(room.id, async (state) => {
      const thread = findThread(state, request.threadId);
      if (isRefusal(thread)) return thread;
      const document = await room.reviews.log.document(state, thread.fileId);
      return decideReattach(state, request, { ...authorship, document });
    });
    if (isRefusal(changed)) return changed;
    const thread = findThread(changed.state, request.threadId);
    if (isRefusal(thread)) return thread;
    const { anchorMoved } = changed.decided;
    return { ...wireThread(thread, changed.state), ...omitUndefined({ anchorMoved }) };
  },
});
