import { cleaningUp } from '../../core/clean-up.ts';
import { eventLine } from './event-line.ts';
import type { HeldNotices } from './hold-notices.ts';
import type { ServedReview } from './served-review.ts';
import { startedPayload } from './started-payload.ts';

/** Announces a registered review, serves it, prints its events, and returns the exit status when it has ended. */
export async function announceReview(served: ServedReview, notices: HeldNotices): Promise<number> {
  const { review, terminal, listening, url } = served;
  const { opened, resumed, ports, reviews } = review;
  const payload = { ...startedPayload(opened, url), ...(resumed ? { resumed } : {}) };
  const serve = async (): Promise<number> => {
    terminal.notify(`listening on ${listening.url}`);
    notices.release();
    await terminal.stream(eventLine('session.started', ports.clock.now(), payload));
    const { serveAndPrint } = await import('./serve-and-print.ts');
    return serveAndPrint(served, { at: opened.startedAt, payload });
  };
  return cleaningUp(serve, () => reviews.running.unregister(`review:${opened.id}`, process.pid));
}
