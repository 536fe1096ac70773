import { isRefusal } from '../../core/refusal.ts';
import { readCursor } from '../../core/review/cursor.ts';
import { jsonLine } from '../../core/text/json-line.ts';
import { isRemark, recordDelivery } from '../../session/delivery.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { flag, objects, oneOf, text } from '../kit/described.ts';
import { reviewFields } from './shared/review-fields.ts';
import { waitForReview } from './shared/wait-for-review.ts';

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
    events: objects(z, 'What has happened, in order', {
      kind: text(z, 'Such as thread.created'),
      at: text(z, 'When it happened'),
      payload: z.unknown().check(z.describe('As the event stream carries it')),
    }),
    cursor: text(z, 'For since, next time'),
    status: oneOf(
      z,
      ['running', 'finished', 'stopped', 'interrupted'],
      "stopped: the review's server is gone and the review is not finished",
    ),
    comesBack: z.optional(
      flag(z, 'With stopped: whether the command that began the review goes on with it'),
    ),
  });

/** Waits until something that concerns an agent has happened in a review, and tells it. */
export const reviewWait = defineAction({
  guide:
    'Use it in a loop after review_open: it blocks until a person has done something, or until the timeout. Answers events, each with kind, at and payload, and a cursor: give it as since next time, so that nothing is lost or told twice. Your own takes never appear. status is running, finished (the verdict is in session.done; stop waiting), stopped (the page is gone; open the review again) or interrupted.',
  input,
  output,
  async run(request, context) {
    const { caller, author } = context;
    // A shell waits as long as it takes; a call over a protocol ends before its caller gives it up.
    const { timeout = caller === 'mcp' ? 55 : undefined } = request;
    const agent = author?.kind === 'agent' ? author.name : 'Agent';
    return waitForReview({ ...request, timeout, agent }, context);
  },
  // After the end there is nothing to go on from.
  text: ({ events, cursor, status }) =>
    [...events, ...(status === 'finished' ? [] : [{ kind: 'cursor', cursor }])]
      .map((line) => jsonLine(line))
      .join(''),
  note: ({ status, comesBack }) =>
    status === 'stopped'
      ? `the server of the review is gone, and the review is not finished; ${comesBack === true ? 'the command that began it goes on with it' : 'it came from standard input and does not come back'}`
      : undefined,
  exitCode: ({ status }) => ({ running: 0, finished: 2, stopped: 1, interrupted: 5 })[status],
  async delivered({ events, cursor, status }, _input, { ports }) {
    const reviews = await ports.reviews();
    const position = readCursor(cursor);
    if (isRefusal(reviews) || isRefusal(position) || status === 'finished') return;
    if (!events.some(isRemark)) return;
    const { reviewId, position: upTo } = position;
    await recordDelivery(ports, reviews, { reviewId, upTo });
  },
});
