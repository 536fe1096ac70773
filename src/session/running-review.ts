import type { Ports } from '../core/ports.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Reviews } from '../core/review/ports/reviews.ts';
import type { PreparedThread } from '../core/review/prepared-threads.ts';
import type { ReviewState } from '../core/review/state.ts';
import type { VerdictConfig } from '../core/review/wire.ts';
import type { ReviewInputs } from './review-inputs.ts';

/** What a review is started or resumed from. */
export interface StartRequest {
  readonly inputs: ReviewInputs;
  readonly options: StartOptions;
  readonly ports: Ports;
  readonly reviews: Reviews;
  /** The server that will show the review; without it, the review is not registered as running. */
  readonly server?: { readonly url: string; readonly pid: number };
  /** The folder that relative paths are meant from, absolute. */
  readonly directory: string;
  /** Says something to the person who started the review. */
  readonly notify: (message: string) => void;
}

/** How a review is started. */
export interface StartOptions {
  /** What to do with an unfinished review of the same inputs; without it, resume and say so. */
  readonly unfinished?: 'resume' | 'fresh';
  readonly verdict?: VerdictConfig;
  /** Reads the threads that a new review begins with. */
  readonly readThreads?: () => Promise<readonly PreparedThread[] | Refusal>;
  /** Whether a new review takes over the open threads of the last one of the same inputs. */
  readonly importOpenThreads?: boolean;
  /** The name of the person at the page. */
  readonly reviewerName?: string;
  /** The only names that begin an inline discussion, when the list is given. */
  readonly speakers?: readonly string[];
  /** Whether threads and messages are written into the reviewed file. */
  readonly writeBack?: boolean;
}

/** A review that is open in this process. */
export interface RunningReview extends StartRequest {
  /** The review as it was when it was opened. */
  readonly opened: ReviewState;
  /** Whether it goes on from an earlier run. */
  readonly resumed: boolean;
}
