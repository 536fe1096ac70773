import { isRefusal } from '../../core/refusal.ts';
import { decideResolve } from '../../core/review/decide-thread-change.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { changeOnce } from './shared/change-once.ts';
import { reviewFields } from './shared/review-fields.ts';
import { decisionContext, openLiveRoom } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';
import { writeThread } from './shared/write-thread.ts';

const input = (z: Zod) => {
  const { author } = reviewSchemas(z);
  return z.object({
    threadId: reviewFields(z).threadId,
    decision: z.optional(
      z
        .nullable(z.string())
        .check(z.describe('What was decided, in words; it becomes part of the transcript')),
    ),
    author: z.optional(author),
    requestId: reviewFields(z).requestId,
    url: reviewFields(z).url,
    review: reviewFields(z).review,
  });
};

/** Closes a thread, with the decision in words when there is one. */
export const reviewResolve = defineAction({
  guide:
    'Use it only for threads that you opened yourself with review_thread. Refused with not_initiator for others.',
  input,
  output: (z) => {
    const { resolution, writeBack } = reviewSchemas(z);
    return z.extend(resolution, writeBack);
  },
  async run(request, context) {
    const room = await openLiveRoom(context, request);
    if (isRefusal(room)) return room;
    const authorship = decisionContext(context, request);
    const asked = { room, kind: 'thread.resolved', input: request, context } as const;
    const changed = await changeOnce({ ...asked, author: authorship.author }, (state) => {
      const events = decideResolve(state, request, authorship);
      return isRefusal(events) ? events : { events };
    });
    if (isRefusal(changed)) return changed;
    return {
      decision: request.decision ?? null,
      resolvedAt: changed.event.at,
      ...(await writeThread(room, context, changed.state.threads.get(request.threadId))),
    };
  },
});
