import { isRefusal } from '../core/refusal.ts';
import { roundsOf } from '../core/review/rounds.ts';
import type { ReviewState } from '../core/review/state.ts';
import { transcript } from '../core/review/transcript.ts';
import { defineAction, type Zod } from './action.ts';
import { reviewFields } from './review-fields.ts';
import { openReview } from './review-room.ts';
import { earlierReviews } from './review-round-of.ts';
import { reviewSchemas } from './review-schemas.ts';

const output = (z: Zod) => {
  const { thread, message, resolution } = reviewSchemas(z);
  const said = z.extend(thread, {
    replies: z.array(message),
    takes: z.array(message),
    resolution: z.nullable(resolution),
    deletedAt: z.nullable(z.string()),
  });
  return z.object({
    /** The round that is shown now. */
    round: z.int(),
    rounds: z.array(
      z.object({
        round: z.int(),
        reviewId: z.string(),
        at: z.string(),
        finishedAt: z.optional(z.string()),
        isThisReview: z.boolean(),
        sourceVersion: z.int(),
        threads: z.optional(z.array(said)),
      }),
    ),
  });
};

/** The rounds of a review, oldest first; the last earlier review comes with its threads. */
export const reviewRounds = defineAction({
  input: (z) => z.object({ url: reviewFields(z).url }),
  output,
  async run(request, context) {
    const opened = await openReview(context, request);
    if (isRefusal(opened)) return opened;
    const { reviews, state } = opened;
    const earlier = await earlierReviews(reviews, state);
    const rounds = [
      ...earlier.toReversed().flatMap((review) => roundsIn(review, review.id === earlier[0]?.id)),
      ...roundsIn(state, false).map((round) => ({ ...round, isThisReview: true })),
    ];
    return { round: state.round, rounds };
  },
});

function roundsIn(state: ReviewState, withThreads: boolean) {
  const last = state.round;
  return roundsOf(state).map((round) => ({
    ...round,
    reviewId: state.id,
    isThisReview: false,
    ...(state.finishedAt === undefined ? {} : { finishedAt: state.finishedAt }),
    ...(withThreads && round.round === last
      ? { threads: transcript(state).threads.filter(({ deletedAt }) => deletedAt === null) }
      : {}),
  }));
}
