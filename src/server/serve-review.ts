import { actions } from '../actions/index.ts';
import type { Ports } from '../core/ports.ts';
import { isRefusal } from '../core/refusal.ts';
import type { Reviews } from '../core/review/ports/reviews.ts';
import type { SessionStarted } from '../core/review/stream-payloads.ts';
import { transcript } from '../core/review/transcript.ts';
import type { Listening } from '../http/listen.ts';
import { followReview, type PositionedMessage } from '../session/follow/follow-review.ts';
import { suggestDone } from '../session/idle-prompt.ts';
import { reviewStreamPorts } from '../session/stream-ports.ts';
import { followQuestions } from './follow-questions.ts';
import { addReviewRoutes } from './review-routes.ts';
import { roomApp } from './room-app.ts';

/** Longest wait for open requests when a server stops, in milliseconds. */
const stopPatience = 2000;

/** Longest wait for clients that still have `session.done` to read, in milliseconds. */
const streamPatience = 500;

/** What a review's server is made of. */
export interface ReviewServing {
  readonly listening: Listening;
  readonly ports: Ports;
  readonly reviews: Reviews;
  readonly reviewId: string;
  /** Folder that relative paths are meant from. */
  readonly directory: string;
  readonly webFolder: string;
  readonly prefix: string;
  readonly started: { readonly at: string; readonly payload: SessionStarted };
  readonly idleTimeoutSecs: number;
  /** Aborted when the process is asked to stop. */
  readonly signal: AbortSignal;
  /** Writes the transcript; answers its path, or null when none is kept or it could not be written. */
  readonly archive: (transcript: unknown) => Promise<string | null>;
  readonly onError: (error: unknown) => void;
}

/**
 * Serves a review until it is finished or the process is asked to stop, then ends the streams and the socket.
 * Whoever finishes the review, in whichever process, is seen in the log.
 */
export async function serveReview(serving: ReviewServing): Promise<'done' | 'interrupted'> {
  const { listening, ports, reviews, reviewId, signal, onError } = serving;
  const streamPorts = reviewStreamPorts(ports, reviews.log);
  let isEnding = false;
  const archived = deferred<string | null>();
  const room = { kind: 'review', id: reviewId } as const;
  const context = { caller: 'http', directory: serving.directory, ports } as const;
  const events = {
    reviews,
    reviewId,
    live: ports.live,
    questions: followQuestions({ ...context, room, signal }, onError),
    streamPorts,
    started: serving.started,
    archived: archived.promise,
    onError,
  };
  const app = roomApp({
    room,
    actions,
    context,
    webFolder: serving.webFolder,
    page: 'index.html',
    prefix: serving.prefix,
    addRoutes: (routes) => addReviewRoutes(routes, events),
    isShuttingDown: () => isEnding,
    onBug: onError,
  });
  listening.answerWith(app.handler);
  const ended = deferred<'done' | 'interrupted'>();
  let archiving: Promise<string | null> | undefined;
  const archive = (payload: unknown): Promise<string | null> => {
    archiving ??= serving.archive(payload);
    return archiving;
  };
  const finish = async (message: PositionedMessage): Promise<void> => {
    if (message.kind !== 'session.done') return;
    isEnding = true;
    archived.resolve(await archive(message.payload));
    ended.resolve('done');
  };
  const following = await followReview(
    { ...reviews, ports: streamPorts },
    { reviewId, after: 0, listener: finish, onError },
  );
  const stopPrompting = suggestDone(serving);
  const interrupt = (): void => ended.resolve('interrupted');
  if (signal.aborted) interrupt();
  else signal.addEventListener('abort', interrupt);
  const how = await ended.promise;
  isEnding = true;
  stopPrompting();
  following.stop();
  if (how === 'done') await app.drained(streamPatience);
  app.endStreams();
  await listening.close(stopPatience);
  if (how === 'done') return how;
  // Who was told that the review is finished finds it so, however close to that the process was asked to stop.
  const state = await reviews.log.state(reviewId);
  if (isRefusal(state) || state.finishedAt === undefined) return how;
  await archive(transcript(state));
  return 'done';
}

function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
