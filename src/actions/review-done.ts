import { isRefusal } from '../core/refusal.ts';
import { admitDone } from '../core/review/admit-done.ts';
import { defineAction, type Zod } from './action.ts';
import { admission, openReviewRoom } from './review-room.ts';

const input = (z: Zod) =>
  z.object({
    verdict: z.optional(z.object({ optionId: z.string(), feedback: z.optional(z.string()) })),
    url: z.optional(z.string()),
  });

/** Finishes a review, with a verdict where one was asked. */
export const reviewDone = defineAction({
  input,
  output: (z) => z.object({ ok: z.literal(true), message: z.string() }),
  async run(request, context) {
    const room = await openReviewRoom(context, request);
    if (isRefusal(room)) return room;
    const given = admission(context);
    const changed = await room.reviews.log.change(room.id, (state) => {
      const events = admitDone(state, request.verdict, given);
      return isRefusal(events) ? events : { events };
    });
    if (isRefusal(changed)) return changed;
    const { transcriptFolder } = context.needs.live;
    const kept =
      transcriptFolder === undefined ? '' : `; the transcript goes to ${transcriptFolder}`;
    return { ok: true as const, message: `the review is finished${kept}` };
  },
});
