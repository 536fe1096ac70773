import type { Author } from '../core/author.ts';
import {
  type FollowSources,
  followReview,
  makeMessage,
  type PositionedMessage,
} from './follow/follow-review.ts';
import type { MadeMessage } from './process-review.ts';

/** What somebody waits for in a review. */
export interface Wait {
  readonly reviewId: string;
  /** Position after which messages are wanted. */
  readonly after: number;
  /** Whether a message is worth waking for. */
  readonly concerns: (message: PositionedMessage) => boolean;
  /**
   * Called when nothing is there yet; resolves when waiting is over. What was logged by then is still heard.
   */
  readonly until: () => Promise<void>;
}

/** What was heard, and the position up to which nothing is left to hear. */
export interface Heard {
  readonly messages: readonly MadeMessage[];
  readonly position: number;
}

/** Waits until messages that concern somebody are in the log, and answers all of them that are there then. */
export async function waitForMessages(sources: FollowSources, wait: Wait): Promise<Heard> {
  const { reviewId, after, concerns, until } = wait;
  const messages: PositionedMessage[] = [];
  let position = after;
  let failure: { readonly error: unknown } | undefined;
  let hear: () => void = () => undefined;
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const following = await followReview(sources, {
    reviewId,
    after,
    listener(message) {
      position = message.position;
      if (!concerns(message)) return;
      messages.push(message);
      hear();
    },
    onError(error) {
      failure = { error };
      hear();
    },
  });
  try {
    await following.caughtUp();
    if (messages.length === 0 && failure === undefined) await Promise.race([heard, until()]);
    sources.tail.wake(reviewId);
    await following.caughtUp();
    // A message that could not be made must not pass for silence.
    if (failure !== undefined) throw failure.error;
    return { messages: await Promise.all(messages.map(makeMessage)), position };
  } finally {
    following.stop();
  }
}

/**
 * Whether an agent has to hear a message: what standard output carries, but for what the agent did itself. Agents
 * are told apart by their names.
 */
export function concernsAgent(message: PositionedMessage, agent: string): boolean {
  const { kind, pageOnly, author } = message;
  return kind === 'session.done' || (!pageOnly && !isBy(author, agent));
}

function isBy(author: Author | undefined, agent: string): boolean {
  return author?.kind === 'agent' && author.name === agent;
}
