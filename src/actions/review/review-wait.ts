import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { readCursor, writeCursor } from '../../core/review/cursor.ts';
import { isRemark, recordDelivery } from '../../session/delivery.ts';
import { reviewStreamPorts } from '../../session/stream-ports.ts';
import { concernsAgent, waitForMessages } from '../../session/wait.ts';
import { listenUntil, type WaitEnd } from '../../session/wait-end.ts';
import { type ActionContext, defineAction, type Zod } from '../kit/action.ts';
import { text } from '../kit/described.ts';
import { reviewFields } from './shared/review-fields.ts';
import { openReviewRoom, type ReviewRoom } from './shared/review-room.ts';

const input = (z: Zod) =>
  z.object({
    url: reviewFields(z).url,
    since: z.optional(
      text(z, 'The cursor of the call before; without it, from the beginning of the session'),
    ),
    timeout: z.optional(
      z
        .number()
        .check(
          z.describe('Seconds to wait at most (55); choose less than your host’s limit for a call'),
        ),
    ),
  });

const output = (z: Zod) =>
  z.object({
    events: z
      .array(
        z.object({
          kind: text(z, 'Such as thread.created'),
          at: text(z, 'When it happened'),
          payload: z.unknown().check(z.describe('As the event stream carries it')),
        }),
      )
      .check(z.describe('What has happened, in order')),
    cursor: text(z, 'For since, next time'),
    status: z
      .enum(['running', 'finished', 'stopped', 'interrupted'])
      .check(z.describe("stopped: the review's server is gone and the review is not finished")),
  });

/** Waits until something that concerns an agent has happened in a review, and tells it. */
export const reviewWait = defineAction({
  guide:
    'Use it in a loop after review_open: it blocks until a person has done something, or until the timeout. Answers events, each with kind, at and payload, and a cursor: give it as since next time, so that nothing is lost or told twice. Your own takes never appear. status is running, finished (the verdict is in session.done; stop waiting), stopped (the page is gone; open the review again) or interrupted.',
  input,
  output,
  async run(request, context) {
    const { timeout } = request;
    if (timeout !== undefined && timeout < 0)
      return refuse('usage', `the timeout must be 0 seconds or more, got ${timeout}`);
    const start = await startOf(request, context);
    if (isRefusal(start)) return start;
    const { room } = start;
    const end = await listenUntil(room, context, {
      agent: agentOf(context),
      timeout: timeout ?? usualTimeout(context),
    });
    try {
      // Asked before: an end that comes after the last event that was heard belongs to the next wait.
      const header = await room.reviews.store.header(room.id);
      const heard = await hear(start, context, end);
      const isFinished =
        header?.finishedAt !== undefined ||
        heard.events.some(({ kind }) => kind === 'session.done');
      return { ...heard, status: isFinished ? ('finished' as const) : end.status() };
    } finally {
      end.close();
    }
  },
  // After the end there is nothing to go on from.
  text: ({ events, cursor, status }) =>
    [...events, ...(status === 'finished' ? [] : [{ kind: 'cursor', cursor }])]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  note: ({ status }) =>
    status === 'stopped'
      ? 'the server of the review is gone, and the review is not finished; the command that began it goes on with it'
      : undefined,
  exitCode: ({ status }) => ({ running: 0, finished: 2, stopped: 1, interrupted: 5 })[status],
  async delivered({ events, cursor, status }, _input, { ports }) {
    const reviews = await ports.reviews();
    const heard = readCursor(cursor);
    if (isRefusal(reviews) || isRefusal(heard) || status === 'finished') return;
    if (!events.some(isRemark)) return;
    const { reviewId, position: upTo } = heard;
    await recordDelivery(ports, reviews, { reviewId, upTo });
  },
});

/** A shell waits as long as it takes; a call over a protocol ends before its caller gives it up. */
const usualTimeout = ({ caller }: ActionContext): number | undefined =>
  caller === 'mcp' ? 55 : undefined;

async function hear({ room, after }: WaitStart, context: ActionContext, { until }: WaitEnd) {
  const { id: reviewId, reviews } = room;
  const agent = agentOf(context);
  const { messages, position } = await waitForMessages(
    { ...reviews, ports: reviewStreamPorts(context.ports, reviews.log) },
    { reviewId, after, concerns: (message) => concernsAgent(message, agent), until },
  );
  return {
    events: messages,
    cursor: writeCursor({ reviewId, position }),
  };
}

/** The name that tells an agent's own doings from others'. */
function agentOf({ author }: ActionContext): string {
  return author?.kind === 'agent' ? author.name : 'Agent';
}

interface WaitStart {
  readonly room: ReviewRoom;
  readonly after: number;
}

/** A cursor says by itself which review it belongs to, whatever is shown at the url by now. */
async function startOf(
  { since, url }: { readonly since?: string | undefined; readonly url?: string | undefined },
  context: ActionContext,
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
