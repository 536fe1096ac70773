import { isRefusal } from '../../core/refusal.ts';
import type { Reviews } from '../../core/review/ports/reviews.ts';
import { previousThreads } from '../../core/review/previous-threads.ts';
import type { ReviewedDocument } from '../../core/review/reviewed-document.ts';
import { roundsOf } from '../../core/review/rounds.ts';
import type { ReviewState } from '../../core/review/state.ts';
import type { WirePreviousThread, WireRound } from '../../core/review/wire.ts';
import { textsOfAnchors } from '../../session/anchor-texts.ts';
import { earlierReviews } from '../../session/earlier-reviews.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { reviewFields } from './shared/review-fields.ts';
import { openReview } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

const output = (z: Zod) => {
  const { thread, message, resolution, place } = reviewSchemas(z);
  const said = z.extend(thread, {
    replies: z.array(message),
    takes: z.array(message),
    resolution: z.nullable(resolution),
    deletedAt: z.nullable(z.string()),
    now: z.optional(
      z
        .object({
          fileId: z.string(),
          snippet: z.string(),
          orphaned: z.optional(z.literal(true)),
          ...place,
        })
        .check(z.describe('Its place in the present review; absent when its file is not in it')),
    ),
    carriedAs: z.optional(
      z.string().check(z.describe('The thread of the present review that goes on from it')),
    ),
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
    const [before] = earlier;
    const threads = before === undefined ? [] : await threadsBefore(reviews, before, state);
    const rounds = [
      ...earlier.toReversed().flatMap((review) => roundsIn(review, review === before && threads)),
      ...roundsIn(state, false).map((round) => ({ ...round, isThisReview: true })),
    ];
    return { round: state.round, rounds };
  },
});

/** The threads of the review before, placed in the texts of this one. */
async function threadsBefore(
  reviews: Reviews,
  from: ReviewState,
  state: ReviewState,
): Promise<readonly WirePreviousThread[]> {
  const textOf = await textsOfAnchors(reviews, from);
  const documents = new Map<string, ReviewedDocument>();
  for (const fileId of state.files.keys()) {
    documents.set(fileId, await reviews.log.document(state, fileId));
  }
  return previousThreads(state, { from, documents, textOf });
}

function roundsIn(
  state: ReviewState,
  threads: readonly WirePreviousThread[] | false,
): readonly WireRound[] {
  return roundsOf(state).map((round) => ({
    ...round,
    reviewId: state.id,
    isThisReview: false,
    ...(state.finishedAt === undefined ? {} : { finishedAt: state.finishedAt }),
    ...(threads !== false && round.round === state.round ? { threads } : {}),
  }));
}
