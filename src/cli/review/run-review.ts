import { eventLine } from './event-line.ts';
import type { ReviewRun } from './review-run.ts';
import { startedPayload } from './started-payload.ts';

/** Announces a registered review, serves it, prints its events, and answers the exit status when it has ended. */
export async function runReview(run: ReviewRun): Promise<number> {
  const { begun, ports, reviews, terminal, listening, url } = run;
  const { state, resumed } = begun;
  const payload = { ...startedPayload(state, url), ...(resumed ? { resumed } : {}) };
  const started = { at: state.startedAt, payload };
  try {
    terminal.tell(`listening on ${listening.url}`);
    await terminal.stream(eventLine('session.started', ports.clock.now(), started.payload));
    const { serveAndPrint } = await import('./serve-and-print.ts');
    return await serveAndPrint({ ...run, started });
  } finally {
    await reviews.running.unregister(`review:${begun.state.id}`, process.pid);
  }
}
