import { once } from '../core/once.ts';
import type { Ports } from '../core/ports.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import type { ReviewedDiff } from '../core/review/ports/review-launcher.ts';
import { followReview, makeMessage } from './follow/follow-review.ts';
import { openReview } from './open-review.ts';
import type { ProcessReview } from './process-review.ts';
import { diffRequest, readInputs } from './read-inputs.ts';
import { type RunOptions, runReview } from './run-review.ts';
import type { StartOptions } from './running-review.ts';
import { reviewStreamPorts } from './stream-ports.ts';

/** What is to be opened, and how. */
export interface ProcessRequest extends Omit<RunOptions, 'signal'> {
  readonly files: readonly string[];
  readonly diff?: ReviewedDiff;
  readonly options: StartOptions;
  readonly ports: Ports;
  /** The folder that relative paths are meant from, absolute. */
  readonly directory: string;
  readonly notify: (message: string) => void;
}

/** Opens a review in this process: what happens in it and in its files is seen until it is finished or ended. */
export async function openInProcess(request: ProcessRequest): Promise<ProcessReview | Refusal> {
  const { ports, directory, notify, onError } = request;
  const interruption = new AbortController();
  const { signal } = interruption;
  const readStdin = async () => refuse('usage', 'a program has no standard input to review');
  const { files, diff } = request;
  const inputs = await readInputs({
    files,
    ...(diff === undefined ? {} : { diff: diffRequest(diff) }),
    maxDiffBytes: 0,
    ...{ readStdin, ports, directory, notify, signal },
  });
  if (isRefusal(inputs)) return inputs;
  const reviews = await ports.reviews();
  if (isRefusal(reviews)) return reviews;
  const { options } = request;
  const review = await openReview({ inputs, options, ports, reviews, directory, notify });
  if (isRefusal(review)) return review;
  const run = await runReview(review, { ...request, signal });
  run.watch();
  const { id } = review.opened;
  const sources = { ...reviews, ports: reviewStreamPorts(ports, reviews.log) };
  const followers = new Set<() => Promise<void>>();
  const end = once(async () => {
    const how = await run.stop();
    reviews.tail.wake(id);
    for (const stop of followers) await stop();
    return how;
  });
  const ended = run.ended.then(end);
  ended.catch(onError);
  return {
    id,
    resumed: review.resumed,
    ended,
    end,
    async follow(listener) {
      const state = await reviews.log.state(id);
      if (isRefusal(state)) throw new Error(state.message);
      const following = await followReview(sources, {
        reviewId: id,
        after: state.position,
        async listener(message) {
          if (!message.pageOnly) listener(await makeMessage(message));
        },
        onError,
      });
      const stop = async (): Promise<void> => {
        await following.caughtUp();
        following.stop();
      };
      followers.add(stop);
      return () => {
        followers.delete(stop);
        following.stop();
      };
    },
  };
}
