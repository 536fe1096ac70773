import type { Refusal } from '../../refusal.ts';

/** Asks git what has changed. */
export interface GitDiff {
  /**
   * Runs `git diff` so that no user configuration changes its output. Nothing in the repository is touched. Refusals:
   * `git_missing`, `not_a_repository`, `git_failed`, `no_changes`, `diff_too_large`, `interrupted`, and `usage` for
   * arguments whose output is no patch.
   */
  read(request: GitDiffRequest): Promise<GitDiffAnswer | Refusal>;
}

/** What to ask git for. */
export interface GitDiffRequest {
  /** Where the user stands, absolute; paths among the arguments are meant from there. */
  readonly directory: string;
  /** Arguments for `git diff`, as given. */
  readonly args: readonly string[];
  /** Whether files that git does not know yet are added, ignore rules respected. */
  readonly untracked: boolean;
  /** Cap on the output; 0 = no cap. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

/** What git said. */
export interface GitDiffAnswer {
  /** A patch with paths from the root, prefixes `a/` and `b/`; bytes that are no UTF-8 have become U+FFFD. */
  readonly patch: string;
  /** Real path of the work tree's root (of the repository, where it has no work tree). */
  readonly root: string;
  /** Where the user stands below the root, with `/`, such as `src/core`; empty at the root. */
  readonly prefix: string;
  /** Lines for people: what is not in the patch, or not as it is in the files. */
  readonly warnings: readonly string[];
}
