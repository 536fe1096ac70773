import { isRefusal, type Refusal, refuse } from '../../../core/refusal.ts';
import { readCursor, writeCursor } from '../../../core/review/cursor.ts';
import { reviewStreamPorts } from '../../../session/stream-ports.ts';
import { concernsAgent, waitForMessages } from '../../../session/wait.ts';
import { listenUntil } from '../../../session/wait-end.ts';
import type { ActionContext, ActionScope } from '../../kit/action.ts';
import { openReviewRoom, type ReviewRoom } from './review-room.ts';

/** Which review is waited for, from where on, by whom and how long. */
export interface WaitRequest {
  /** Address of the review; without it, the one that runs in the folder. */
  readonly url?: string | undefined;
  /** Cursor of an earlier wait. */
  readonly since?: string | undefined;
  /** In seconds; without it, as long as it takes. */
  readonly timeout?: number | undefined;
  /** The name that tells the agent's own doings from others'. */
  readonly agent: string;
}

/** Waits until something that concerns an agent has happened in a review, and returns it with how the review stands. */
export async function waitForReview(
  request: WaitRequest,
  context: ActionScope & Pick<ActionContext, 'signal'>,
) {
  const { timeout, agent } = request;
  if (timeout !== undefined && timeout < 0)
    return refuse('usage', `the timeout must be 0 seconds or more, got ${timeout}`);
  const start = await startOf(request, context);
  if (isRefusal(start)) return start;
  const { room, after } = start;
  const { id: reviewId, reviews } = room;
  const { until, status, close } = await listenUntil(room, context, { agent, timeout });
  try {
    // Asked before: an end that comes after the last event that was heard belongs to the next wait.
    const header = await reviews.store.header(reviewId);
    const { messages: events, position } = await waitForMessages(
      { ...reviews, ports: reviewStreamPorts(context.ports, reviews.log) },
      { reviewId, after, concerns: (message) => concernsAgent(message, agent), until },
    );
    const isFinished =
      header?.finishedAt !== undefined || events.some(({ kind }) => kind === 'session.done');
    const cursor = writeCursor({ reviewId, position });
    const how = isFinished ? ('finished' as const) : status();
    const comesBack = how === 'stopped' ? { comesBack: header?.inputsKey !== undefined } : {};
    return { events, cursor, status: how, ...comesBack };
  } finally {
    close();
  }
}

interface WaitStart {
  readonly room: ReviewRoom;
  readonly after: number;
}

/** A cursor says by itself which review it belongs to, whatever is shown at the url by now. */
async function startOf(
  { since, url }: WaitRequest,
  context: ActionScope,
): Promise<WaitStart | Refusal> {
  if (since === undefined) {
    const room = await openReviewRoom(context, { url });
    return isRefusal(room) ? room : { room, after: room.server?.position ?? 0 };
  }
  const cursor = readCursor(since);
  if (isRefusal(cursor)) return cursor;
  const reviews = await context.ports.reviews();
  if (isRefusal(reviews)) return reviews;
  const header = await reviews.store.header(cursor.reviewId);
  if (header !== undefined)
    return { room: { id: cursor.reviewId, reviews }, after: cursor.position };
  return refuse('not_found', `no review ${cursor.reviewId} in this user's store`, {
    next: 'the cursor comes from another store; see DISCUSS_STORE and HOME',
  });
}
