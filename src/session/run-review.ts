import { once } from '../core/once.ts';
import { isRefusal } from '../core/refusal.ts';
import { transcript } from '../core/review/transcript.ts';
import { suggestDone } from './idle-prompt.ts';
import type { RunEnd } from './process-review.ts';
import type { RunningReview } from './running-review.ts';

/** How an open review is run. */
export interface RunOptions {
  /** Seconds of silence after which finishing is suggested; 0 = never. */
  readonly idleTimeoutSecs: number;
  /** Folder of transcripts, absolute; without it, none is written. */
  readonly historyFolder?: string;
  /** Interrupts the run. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** A run of a review, from its opening until it is finished or interrupted. */
export interface ReviewRun {
  /** Resolves once the transcript of a finished review is written, or the run is interrupted. */
  readonly ended: Promise<RunEnd>;
  readonly isEnding: () => boolean;
  /** Writes the transcript of a finished review, once; answers its path, or null when none is kept or writable. */
  readonly archive: () => Promise<string | null>;
  /** Begins to watch the inputs, which loads the Markdown parser. */
  watch(): void;
  /** Ends the run, and answers how: a review that was finished just before is done. */
  stop(): Promise<RunEnd>;
}

/**
 * Runs an open review: brings it up to its inputs, suggests to finish it when nobody does anything, and sees in the log
 * when somebody finishes it, in whichever process.
 */
export async function runReview(review: RunningReview, options: RunOptions): Promise<ReviewRun> {
  const { reviews, ports, opened } = review;
  const { signal, onError } = options;
  await catchUp(review);
  const archive = once(() => writeTranscript(review, options.historyFolder));
  let end: (how: RunEnd) => void = () => undefined;
  const ended = new Promise<RunEnd>((resolve) => {
    end = resolve;
  });
  let isEnding = false;
  let watching: Promise<() => Promise<void>> | undefined;
  const stopFollowing = reviews.tail.follow(opened.id, opened.position, (entry) => {
    if (entry.type !== 'event' || entry.event.kind !== 'session.done') return;
    isEnding = true;
    archive().then(() => end('done'), onError);
  });
  const { idleTimeoutSecs } = options;
  const stopPrompting = suggestDone({ reviews, ports, opened, idleTimeoutSecs, onError });
  const interrupt = (): void => {
    isEnding = true;
    end('interrupted');
  };
  if (signal.aborted) interrupt();
  else signal.addEventListener('abort', interrupt, { once: true });
  return {
    ended,
    isEnding: () => isEnding,
    archive,
    watch() {
      watching = import('./watch-inputs.ts').then(({ watchInputs }) =>
        watchInputs(review, onError),
      );
    },
    async stop() {
      interrupt();
      signal.removeEventListener('abort', interrupt);
      stopPrompting();
      stopFollowing();
      await (await watching)?.();
      const state = await reviews.log.state(opened.id);
      if (isRefusal(state) || state.finishedAt === undefined) return 'interrupted';
      await archive();
      return 'done';
    },
  };
}

/** What a resumed review missed, or what a new one was asked to take over from the last. */
async function catchUp(review: RunningReview): Promise<void> {
  if (review.resumed) await (await import('./sync-inputs.ts')).syncAllInputs(review);
  else if (review.options.importOpenThreads === true) {
    await (await import('./import-threads.ts')).importOpenThreads(review);
  }
}

async function writeTranscript(
  { reviews, opened, ports, notify }: RunningReview,
  folder: string | undefined,
): Promise<string | null> {
  if (folder === undefined) return null;
  try {
    const state = await reviews.log.state(opened.id);
    if (isRefusal(state)) throw new Error(state.message);
    const history = await ports.history(folder);
    return await history.write({
      name: state.started.historyName,
      at: ports.clock.now(),
      json: JSON.stringify(transcript(state), null, 2),
    });
  } catch (error) {
    notify(
      `the transcript could not be written: ${error instanceof Error ? error.message : error}`,
    );
    return null;
  }
}
