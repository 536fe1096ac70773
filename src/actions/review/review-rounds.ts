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
import { count, flag, list, object, objects, text } from '../kit/described.ts';
import { reviewFields, reviewHeadFields } from './shared/review-fields.ts';
import { openReview } from './shared/review-room.ts';
import { reviewSchemas, threadWithMessages } from './shared/review-schemas.ts';

const output = (z: Zod) => {
  const { fileId, place, sourceVersion } = reviewSchemas(z);
  const { finishedAt, round } = reviewHeadFields(z);
  const said = z.extend(threadWithMessages(z), {
    deletedAt: z.nullable(z.string()).check(z.describe('When it was deleted')),
    now: z.optional(
      object(z, 'Its place in the present review; absent when its file is not in it', {
        fileId,
        snippet: text(z, 'Text of the place'),
        orphaned: z.optional(z.literal(true).check(z.describe('The text is gone'))),
        ...place,
      }),
    ),
    carriedAs: z.optional(text(z, 'The thread of the present review that goes on from it')),
  });
  return z.object({
    round: count(z, 'The round that is shown now'),
    rounds: objects(z, 'Oldest first', {
      round,
      reviewId: text(z, 'The review that it belongs to'),
      at: text(z, 'When it began'),
      finishedAt: z.optional(finishedAt),
      isThisReview: flag(z, 'It is of the review that is shown'),
      sourceVersion,
      threads: z.optional(list(z, said, 'Of the last earlier review: its threads')),
    }),
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
