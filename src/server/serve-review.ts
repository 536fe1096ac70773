import { actions } from '../actions/index.ts';
import type { Reviews } from '../core/review/ports/reviews.ts';
import type { SessionStarted } from '../core/review/stream-payloads.ts';
import type { ReviewRun } from '../session/run-review.ts';
import { reviewStreamPorts } from '../session/stream-ports.ts';
import { followQuestions } from './follow-questions.ts';
import { addReviewRoutes } from './review-routes.ts';
import { roomApp } from './room-app.ts';
import { type RoomServing, stopServing } from './room-serving.ts';

/** Longest wait for clients that still have `session.done` to read, in milliseconds. */
const streamPatience = 500;

/** What a review's server is made of. */
export interface ReviewServing extends RoomServing {
  readonly reviews: Reviews;
  readonly reviewId: string;
  readonly run: ReviewRun;
  readonly started: { readonly at: string; readonly payload: SessionStarted };
}

/** Serves a review until its run ends, then ends the streams and the socket. */
export async function serveReview(serving: ReviewServing): Promise<void> {
  const { listening, ports, reviews, reviewId, run, signal, onError } = serving;
  const room = { kind: 'review', id: reviewId } as const;
  const context = { caller: 'http', directory: serving.directory, ports } as const;
  const events = {
    reviews,
    reviewId,
    live: ports.live,
    inputFiles: ports.inputFiles,
    questions: followQuestions({ ...context, room, signal }, onError),
    streamPorts: reviewStreamPorts(ports, reviews.log),
    started: serving.started,
    archive: run.archive,
    onError,
  };
  const app = roomApp({
    room,
    actions,
    context,
    webFolder: serving.webFolder,
    page: 'index.html',
    privatePath: serving.privatePath,
    addRoutes: (routes) => addReviewRoutes(routes, events),
    isShuttingDown: run.isEnding,
    onBug: onError,
  });
  listening.answerWith(app.handler);
  if ((await run.ended) === 'done') await app.drained(streamPatience);
  await stopServing(app, listening);
}
