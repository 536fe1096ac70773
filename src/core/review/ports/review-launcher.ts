import type { Refusal } from '../../refusal.ts';

/** A review that runs in a process of its own. */
export interface LaunchedReview {
  readonly url: string;
  readonly reviewId: string;
  /** It ran already, and no other was started. */
  readonly attached: boolean;
}

/** Starts reviews that outlive the program that asked for them. */
export interface ReviewLauncher {
  /**
   * Starts `discuss` with these words in a folder and waits until the review is served. Refused with `launch_failed`
   * and the program's own words when it ends before that.
   */
  launch(directory: string, words: readonly string[]): Promise<LaunchedReview | Refusal>;
}
