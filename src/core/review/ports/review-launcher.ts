import type { Refusal } from '../../refusal.ts';

/** What is to be reviewed in a process of its own, and how. */
export interface LaunchRequest {
  /** The folder that relative paths are meant from, absolute. */
  readonly directory: string;
  /** Files of Markdown, code and patches. */
  readonly files: readonly string[];
  readonly diff?: ReviewedDiff | undefined;
  /** How a verdict is asked for: `id[:label][:style][!]` joined by `|`. */
  readonly verdictOptions?: string | undefined;
  readonly verdictPrompt?: string | undefined;
  /** Whether a new review is started in place of resuming an unfinished one. */
  readonly fresh?: boolean | undefined;
  /** Whether a browser is opened; without it, as the settings say. */
  readonly openBrowser?: boolean | undefined;
  /** Whether a new review takes over the open threads of the last one. */
  readonly importOpenThreads?: boolean | undefined;
}

/** Which changes in git are reviewed. */
export interface ReviewedDiff {
  /** Arguments of `git diff`; none for what is staged. */
  readonly args: readonly string[];
  readonly unstaged?: boolean | undefined;
  /** Whether files that git does not know yet are added. */
  readonly untracked?: boolean | undefined;
}

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
   * Starts `discuss`, or attaches to the review of the same inputs that runs, and waits until it is served. Refused
   * with `launch_failed` and the program's own words when it ends before that.
   */
  launch(request: LaunchRequest): Promise<LaunchedReview | Refusal>;
}
