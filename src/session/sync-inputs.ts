import type { Ports } from '../core/ports.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { type CurrentFile, decideInputs } from '../core/review/decide-inputs.ts';
import type { NewEvent } from '../core/review/events.ts';
import type { Changed } from '../core/review/ports/review-log.ts';
import type { Reviews } from '../core/review/ports/reviews.ts';
import { applyEvents } from '../core/review/replay.ts';
import { textsOfAnchors } from './anchor-texts.ts';
import type { RunningReview } from './running-review.ts';

/** What the disk or git has now, for a review. */
export interface InputsNow {
  readonly reviews: Reviews;
  readonly reviewId: string;
  readonly ports: Pick<Ports, 'clock' | 'sha256'>;
  readonly files: readonly Omit<CurrentFile, 'textHash'>[];
  /** Whether the files of kind `diff` are all that git shows. */
  readonly isWholeDiff: boolean;
  /** `written` when the review itself has just written the text. */
  readonly origin?: 'disk' | 'written';
  /** What the log is told before the texts are taken over. */
  readonly written?: readonly NewEvent[];
}

/** Brings a review up to what the disk or git has now; nothing is logged when nothing changed. */
export function syncInputs(now: InputsNow): Promise<Changed<object> | Refusal> {
  const { reviews, reviewId, ports, isWholeDiff } = now;
  const files = now.files.map((file) => ({ ...file, textHash: ports.sha256(file.text) }));
  return reviews.log.change(reviewId, async (before) => {
    if (before.finishedAt !== undefined) return { events: [] };
    const first = now.written ?? [];
    const { position } = before;
    const state = applyEvents(
      before,
      first.map((event) => ({ ...event, position })),
    );
    const textOf = await textsOfAnchors(reviews, state);
    const decided = decideInputs(state, {
      at: ports.clock.now(),
      files,
      isWholeDiff,
      textOf,
      sha256: ports.sha256,
      origin: now.origin ?? 'disk',
    });
    return isRefusal(decided) ? decided : { ...decided, events: [...first, ...decided.events] };
  });
}

/** Brings a resumed review up to what the inputs hold now, after a time in which nobody watched. */
export async function syncAllInputs(review: RunningReview): Promise<void> {
  const { reviews, opened, ports, inputs } = review;
  const { files, git } = inputs;
  const isWholeDiff = git !== undefined;
  const changed = await syncInputs({ reviews, reviewId: opened.id, ports, files, isWholeDiff });
  if (isRefusal(changed)) throw new Error(changed.message);
}
