import { isRefusal, refuse } from '../../core/refusal.ts';
import { reviewOfRound } from '../../session/earlier-reviews.ts';
import { importThread } from '../../session/import-threads.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { text } from '../kit/described.ts';
import { reviewFields } from './shared/review-fields.ts';
import { decisionContext, openReview } from './shared/review-room.ts';

const input = (z: Zod) =>
  z.object({ round: reviewFields(z).round, threadId: reviewFields(z).threadId });

/** Takes a thread of an earlier review over into this one. */
export const reviewCarry = defineAction({
  input,
  output: (z) =>
    z.object({
      id: text(z, 'Id of the new thread'),
      carriedFrom: text(z, 'Reference of the earlier one'),
    }),
  async run({ threadId, ...request }, context) {
    const round = Number(request.round);
    const opened = await openReview(context);
    if (isRefusal(opened)) return opened;
    const { reviews, id, state } = opened;
    const from = await reviewOfRound(reviews, state, round);
    if (isRefusal(from)) return from;
    if (from.id === id) {
      const message = `round ${round} is of this review, whose threads are here already`;
      return refuse('validation_error', message);
    }
    const carried = await importThread(
      { reviews, reviewId: id, from, ...decisionContext(context) },
      threadId,
    );
    if (isRefusal(carried)) return carried;
    return { id: carried, carriedFrom: `review:${from.id}#${threadId}` };
  },
});
