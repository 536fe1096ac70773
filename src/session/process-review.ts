/** How a run of a review has ended. */
export type RunEnd = 'done' | 'interrupted';

/** A message of a review with its payload made. */
export interface MadeMessage {
  readonly kind: string;
  readonly at: string;
  readonly payload: unknown;
}

/** A review that is open in this process, without a page. */
export interface ProcessReview {
  readonly id: string;
  /** Whether it goes on from an earlier run. */
  readonly resumed: boolean;
  /** Resolves when somebody has finished it, in whichever process, or `end` was called. */
  readonly ended: Promise<RunEnd>;
  /** Calls back with each message that standard output would carry from now on; what it returns ends that. */
  follow(listener: (message: MadeMessage) => void): Promise<() => void>;
  /** Stops watching the inputs. A review that is not finished is kept, and resumed by the next that opens it. */
  end(): Promise<RunEnd>;
}
