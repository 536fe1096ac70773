import type { Ports } from '../../core/ports.ts';
import type { Reviews } from '../../core/review/ports/reviews.ts';
import type { ReviewState } from '../../core/review/state.ts';
import type { Listening } from '../../http/listen.ts';
import type { Settings } from '../settings/settings.ts';
import type { Terminal } from '../terminal.ts';
import type { ReviewInputs } from './read-inputs.ts';
import type { ReviewWords } from './review-words.ts';

/** What a review begins from. */
export interface Beginning {
  readonly words: ReviewWords;
  readonly settings: Settings;
  readonly inputs: ReviewInputs;
  readonly ports: Ports;
  readonly reviews: Reviews;
  readonly terminal: Terminal;
  /** Address of the review that begins. */
  readonly url: string;
}

/** A review that has begun, or gone on. */
export interface BegunReview {
  readonly state: ReviewState;
  readonly resumed: boolean;
}

/** A review that is to be served until it ends. */
export interface ReviewRun extends Beginning {
  readonly begun: BegunReview;
  readonly listening: Listening;
  /** Path under which everything stands; empty for the root. */
  readonly prefix: string;
}
