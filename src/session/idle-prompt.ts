import type { Ports } from '../core/ports.ts';
import { isRefusal } from '../core/refusal.ts';
import type { Reviews } from '../core/review/ports/reviews.ts';
import type { ReviewState } from '../core/review/state.ts';

/** What the idle prompt watches. */
export interface IdleWatch {
  readonly reviews: Reviews;
  readonly ports: Ports;
  /** The review as it was when it was opened. */
  readonly opened: Pick<ReviewState, 'id' | 'position'>;
  /** Seconds of silence; 0 = never. */
  readonly idleTimeoutSecs: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Suggests to finish when for so long nobody was at the page and nothing changed, once each time. The answer ends
 * the watch.
 */
export function suggestDone(watch: IdleWatch): () => void {
  const { idleTimeoutSecs, reviews, opened, ports } = watch;
  if (idleTimeoutSecs === 0) return () => undefined;
  let lastActivity = performance.now();
  let suggested = false;
  let timer: NodeJS.Timeout | undefined;
  const active = (): void => {
    lastActivity = performance.now();
    suggested = false;
  };
  const stopFollowing = reviews.tail.follow(opened.id, opened.position, (entry) => {
    const kind = entry.type === 'event' ? entry.event.kind : 'draft';
    if (kind !== 'prompt.suggest_done' && kind !== 'delivery.updated') active();
  });
  const look = async (): Promise<void> => {
    if (ports.live.lastHeartbeat > lastActivity) {
      lastActivity = ports.live.lastHeartbeat;
      suggested = false;
    }
    const idle = (performance.now() - lastActivity) / 1000;
    if (!suggested && idle >= idleTimeoutSecs) {
      suggested = true;
      await suggest(watch, Math.floor(idle));
    }
    const rest = suggested ? idleTimeoutSecs : idleTimeoutSecs - idle;
    timer = setTimeout(lookAgain, Math.max(rest * 1000, 10)).unref();
  };
  const lookAgain = (): void => {
    look().catch(watch.onError);
  };
  lookAgain();
  return () => {
    clearTimeout(timer);
    stopFollowing();
  };
}

async function suggest({ reviews, opened, ports }: IdleWatch, idleForSecs: number): Promise<void> {
  const changed = await reviews.log.change(opened.id, (state) =>
    state.finishedAt === undefined
      ? {
          events: [
            { kind: 'prompt.suggest_done' as const, at: ports.clock.now(), data: { idleForSecs } },
          ],
        }
      : { events: [] },
  );
  if (isRefusal(changed)) throw new Error(changed.message);
}
