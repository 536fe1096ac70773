import { isRefusal, type Refusal, refuse } from '../../../core/refusal.ts';
import { chooseFile, type DecisionContext } from '../../../core/review/decision.ts';
import type { Reviews } from '../../../core/review/ports/reviews.ts';
import type { RunningServer } from '../../../core/review/ports/running-servers.ts';
import type { ReviewedDocument } from '../../../core/review/reviewed-document.ts';
import type { ReviewState } from '../../../core/review/state.ts';
import type { ActionContext, ActionScope } from '../../kit/action.ts';
import { findReviewServer } from './find-review-server.ts';

/** A review that an action works on. */
export interface ReviewRoom {
  readonly id: string;
  readonly reviews: Reviews;
  /** The server that showed it last, for an action that stands in no entry point of it. */
  readonly server?: RunningServer;
}

/** How a request names a review. */
export interface NamedReview {
  readonly url?: string | undefined;
  /** Its id, whether or not it runs. */
  readonly review?: string | undefined;
}

/**
 * The review that an action means: the one that its entry point stands in front of, the one of that id or at `url`, or
 * the only one that runs in this folder. Refused with `not_found`, or `ambiguous_review` with the list of those that run.
 */
export async function openReviewRoom(
  context: ActionScope,
  input: NamedReview = {},
): Promise<ReviewRoom | Refusal> {
  const reviews = await context.ports.reviews();
  if (isRefusal(reviews)) return reviews;
  if (context.room?.kind === 'review') return { id: context.room.id, reviews };
  if (input.review !== undefined) return namedRoom(input.review, reviews);
  const server = await findReviewServer(context, reviews, input.url);
  if (isRefusal(server)) return server;
  return { id: reviewIdOf(server), reviews, server };
}

async function namedRoom(id: string, reviews: Reviews): Promise<ReviewRoom | Refusal> {
  if ((await reviews.store.header(id)) !== undefined) return { id, reviews };
  return refuse('not_found', `no review ${id} in this user's store`, {
    next: 'discuss sessions names them',
  });
}

/**
 * The review that an action means to change, as `openReviewRoom` finds it. Refused where it does not run any more,
 * unless its id was given: nobody would see the change.
 */
export async function openLiveRoom(
  context: ActionScope,
  input: NamedReview,
): Promise<ReviewRoom | Refusal> {
  const room = await openReviewRoom(context, input);
  if (isRefusal(room) || room.server === undefined) return room;
  const header = await room.reviews.store.header(room.id);
  if (header?.finishedAt !== undefined) {
    const message = `the review at ${room.server.url} ended at ${header.finishedAt} and takes no more changes`;
    return refuse('shutting_down', message, {
      next: `discuss threads --review ${room.id} reads it`,
    });
  }
  if (await (await context.ports.servers()).isAlive(room.server)) return room;
  return refuse('not_found', `the review at ${room.server.url} does not run any more`, {
    next: `start it again with the command that began it, or name it: --review ${room.id}`,
  });
}

/** A review that an action works on, and its present state. */
export interface OpenedReview extends ReviewRoom {
  readonly state: ReviewState;
}

/** The review that an action means, with its present state. */
export async function openReview(
  context: ActionScope,
  input: NamedReview = {},
): Promise<OpenedReview | Refusal> {
  const room = await openReviewRoom(context, input);
  if (isRefusal(room)) return room;
  const state = await room.reviews.log.state(room.id);
  return isRefusal(state) ? state : { ...room, state };
}

/** The file of a review that an action means, with its present text. */
export async function openReviewFile(
  context: ActionScope,
  fileId: string | undefined,
): Promise<(OpenedReview & { readonly document: ReviewedDocument }) | Refusal> {
  const review = await openReview(context);
  if (isRefusal(review)) return review;
  const chosen = chooseFile(review.state, fileId);
  if (isRefusal(chosen)) return chosen;
  return { ...review, document: await review.reviews.log.document(review.state, chosen) };
}

/** The id of the review that a server shows. */
export function reviewIdOf({ room }: RunningServer): string {
  return room.slice('review:'.length);
}

/** When a change is made, and by whom. */
export function decisionContext(
  context: ActionContext,
  input: { readonly author?: DecisionContext['author'] | undefined } = {},
): DecisionContext {
  const author = input.author ?? context.author;
  const at = context.ports.clock.now();
  return author === undefined ? { at } : { at, author };
}
