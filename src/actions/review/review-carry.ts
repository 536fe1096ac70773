import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { decideImport } from '../../core/review/decide-import.ts';
import { type DecisionContext, findThread } from '../../core/review/decision.ts';
import type { Reviews } from '../../core/review/ports/reviews.ts';
import { findSame } from '../../core/review/rounds.ts';
import type { ReviewState } from '../../core/review/state.ts';
import { textsOfAnchors } from '../../session/anchor-texts.ts';
import { reviewOfRound } from '../../session/earlier-reviews.ts';
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
      return refuse(
        'validation_error',
        `round ${round} is of this review, whose threads are here already`,
      );
    }
    const carried = await carryThread(
      { reviews, reviewId: id, from, ...decisionContext(context) },
      threadId,
    );
    if (isRefusal(carried)) return carried;
    return { id: carried, carriedFrom: `review:${from.id}#${threadId}` };
  },
});

/** Where a thread is carried from and to. */
export interface Carrying extends DecisionContext {
  readonly reviews: Reviews;
  readonly reviewId: string;
  readonly from: ReviewState;
}

/** Carries one thread; answers its id in the present review. */
export async function carryThread(
  { reviews, reviewId, from, ...authorship }: Carrying,
  threadId: string,
): Promise<string | Refusal> {
  const textOf = await textsOfAnchors(reviews, from);
  const changed = await reviews.log.change(reviewId, async (state) => {
    const thread = findThread(from, threadId);
    if (isRefusal(thread)) return thread;
    const former = from.files.get(thread.fileId);
    const file = former === undefined ? undefined : findSame(state, former);
    if (file === undefined) {
      return refuse('unknown_file', `${former?.path ?? thread.fileId} is no file of this review`);
    }
    const document = await reviews.log.document(state, file.id);
    return decideImport(state, threadId, { ...authorship, from, document, textOf });
  });
  return isRefusal(changed) ? changed : changed.decided.id;
}
