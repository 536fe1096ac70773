import { positionOf } from '../../core/review/log-entries.ts';
import type { LogTail } from '../../core/review/ports/log-tail.ts';
import type { LogEntry, ReviewStore } from '../../core/review/ports/review-store.ts';
import { applyEvent, replay } from '../../core/review/replay.ts';
import type { ReviewState } from '../../core/review/state.ts';
import {
  type StreamMessage,
  type StreamPorts,
  streamMessage,
} from '../../core/review/stream-message.ts';
import type { MadeMessage } from '../process-review.ts';

/** A message with its position in the log, which is its id on the event stream. */
export interface PositionedMessage extends StreamMessage {
  readonly position: number;
}

/** Returns a message with its payload. */
export async function makeMessage({ kind, at, payload }: PositionedMessage): Promise<MadeMessage> {
  return { kind, at, payload: await payload() };
}

/** Where the messages of a review come from. */
export interface FollowSources {
  readonly store: ReviewStore;
  readonly tail: LogTail;
  readonly ports: StreamPorts;
}

/** What to follow, from where, and who listens. */
export interface Following {
  readonly reviewId: string;
  /** Position after which messages are wanted; 0 for all. */
  readonly after: number;
  /** Called with one message after the other; the next waits until this one is done. */
  readonly listener: (message: PositionedMessage, state: ReviewState) => void | Promise<void>;
  /** Told when a message cannot be made; the following has then ended. */
  readonly onError: (error: unknown) => void;
}

/** A following under way. */
export interface Followed {
  /** Resolves when every entry that has been read by now has been handled. */
  caughtUp(): Promise<void>;
  stop(): void;
}

/** Follows a review's messages: those after a position, then each new one as it is logged, in order and once each. */
export async function followReview(
  { store, tail, ports }: FollowSources,
  { reviewId, after, listener, onError }: Following,
): Promise<Followed> {
  const past = (await store.events(reviewId, 0)).filter(({ position }) => position <= after);
  let state = past.length === 0 ? undefined : replay(reviewId, past);
  let ended = false;
  let queue = Promise.resolve();
  let stop: () => void = () => undefined;

  const handle = async (entry: LogEntry): Promise<void> => {
    if (ended) return;
    if (entry.type === 'event') {
      state =
        state === undefined ? replay(reviewId, [entry.event]) : applyEvent(state, entry.event);
    }
    if (state === undefined) return;
    const present = state;
    const message = streamMessage(entry, present, ports);
    if (message !== undefined && !ended)
      await listener({ ...message, position: positionOf(entry) }, present);
  };
  const end = (): void => {
    ended = true;
    stop();
  };
  stop = tail.follow(reviewId, after, (entry) => {
    queue = queue
      .then(() => handle(entry))
      .catch((error: unknown) => {
        if (!ended) onError(error);
        end();
      });
  });
  return { caughtUp: () => queue, stop: end };
}
