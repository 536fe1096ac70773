import type { ServerResponse } from 'node:http';
import type { Ports } from '../core/ports.ts';
import type { Reviews } from '../core/review/ports/reviews.ts';
import type { StreamPorts } from '../core/review/stream-message.ts';
import type { SessionStarted, StreamKind, StreamPayloads } from '../core/review/stream-payloads.ts';
import { openEventStream } from '../http/event-stream.ts';
import { followReview, type PositionedMessage } from '../session/follow/follow-review.ts';
import type { QuestionsFollower } from './follow-questions.ts';

/** What the event stream of a review needs. */
export interface EventsSources {
  readonly reviews: Reviews;
  readonly reviewId: string;
  readonly live: Ports['live'];
  readonly inputFiles: Ports['inputFiles'];
  /** The questions that wait for the person at the page. */
  readonly questions: QuestionsFollower;
  readonly streamPorts: StreamPorts;
  /** The payload of `session.started`, which begins a stream that resumes nothing. */
  readonly started: { readonly at: string; readonly payload: SessionStarted };
  /** Writes the transcript of a finished review; answers its path, or null when none is kept. */
  readonly archive: () => Promise<string | null>;
  readonly onError: (error: unknown) => void;
}

/** Where a client's stream begins, and who the client is. */
export interface StreamStart {
  readonly after: number;
  readonly isResumed: boolean;
  /** Whether the client says that it is an agent, which the page then shows as listening. */
  readonly isAgent: boolean;
}

/**
 * Sends a review's events to one client: what follows a position, then each new one. Ends by itself after
 * `session.done`. The answer ends it sooner.
 */
export async function streamReviewEvents(
  sources: EventsSources,
  response: ServerResponse,
  start: StreamStart,
): Promise<() => void> {
  const closers: Array<() => void> = [];
  const stream = openEventStream(response, () => {
    for (const close of closers) close();
  });
  const send = <Kind extends StreamKind>(
    name: Kind,
    payload: StreamPayloads[Kind],
    id?: number,
  ): void =>
    stream.send({ name, data: JSON.stringify(payload), ...(id === undefined ? {} : { id }) });
  if (!start.isResumed) send('session.started', sources.started.payload, start.after);
  if (start.isAgent) closers.push(sources.live.agentListens());
  closers.push(
    sources.live.onPresence((listening) => send('agent.presence', { listening })),
    sources.questions.follow((questions) => send('questions.changed', { questions })),
  );
  const sendMessage = async (message: PositionedMessage): Promise<void> => {
    const isLast = message.kind === 'session.done';
    const made = await message.payload();
    const payload = isLast
      ? { ...(made as object), transcriptPath: await sources.archive() }
      : made;
    stream.send({ name: message.kind, data: JSON.stringify(payload), id: message.position });
    if (isLast) stream.end();
    else await stream.taken();
  };
  const { stop } = await followReview(
    { ...sources.reviews, ports: sources.streamPorts },
    {
      reviewId: sources.reviewId,
      after: start.after,
      listener: sendMessage,
      onError: (error) => {
        sources.onError(error);
        stream.end();
      },
    },
  );
  closers.push(stop);
  if (response.closed) for (const close of closers) close();
  return () => stream.end();
}
