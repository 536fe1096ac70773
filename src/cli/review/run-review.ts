import type { Listening } from '../../http/listen.ts';
import type { Beginning, BegunReview } from './begin-review.ts';
import { eventLine } from './event-line.ts';

/** A review that is to be served until it ends. */
export interface ReviewRun extends Beginning {
  readonly begun: BegunReview;
  readonly listening: Listening;
  /** Path under which everything stands; empty for the root. */
  readonly prefix: string;
}

/** Announces a registered review, serves it, prints its events, and answers the exit status when it has ended. */
export async function runReview(run: ReviewRun): Promise<number> {
  const { begun, needs, reviews, terminal, listening } = run;
  const started = { at: begun.state.startedAt, payload: startedPayload(run) };
  try {
    terminal.tell(`listening on ${listening.url}`);
    await terminal.print(eventLine('session.started', needs.clock.now(), started.payload));
    const { serveAndPrint } = await import('./serve-and-print.ts');
    return await serveAndPrint({ ...run, started });
  } finally {
    await reviews.running.unregister(`review:${begun.state.id}`, process.pid);
  }
}

function startedPayload({ begun, inputs, url }: ReviewRun): unknown {
  const { state, resumed } = begun;
  const { gitArgs } = state.started;
  return {
    url,
    mode: state.started.mode,
    source_file: inputs.sourceFile,
    files_count: state.files.size,
    started_at: state.startedAt,
    ...(gitArgs === undefined ? {} : { git_args: gitArgs }),
    review_id: state.id,
    ...(resumed ? { resumed } : {}),
  };
}
