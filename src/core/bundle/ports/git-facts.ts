import type { RepositoryFacts } from '../transition.ts';

/** The outcome of making git ignore a folder. */
export type IgnoreOutcome =
  | { readonly kind: 'added'; readonly rule: string }
  /** A rule covers it already. */
  | { readonly kind: 'covered' }
  | { readonly kind: 'failed'; readonly reason: string };

/** The state of a work tree at an earlier moment. */
export interface WorkTreeState {
  readonly commit: string | undefined;
  /** A time with its zone. */
  readonly since: string;
  /** A folder whose files do not count; absolute. */
  readonly except: string;
}

/** What git knows of a work tree. Every method also works where git is missing. */
export interface GitFacts {
  /** The work tree around a directory; undefined outside of one, and without git. */
  repository(directory: string): Promise<RepositoryFacts | undefined>;
  /** Whether a directory is part of a repository's own metadata. */
  isMetadata(directory: string): Promise<boolean>;
  /**
   * Files below the work tree's root that differ from `commit`, and untracked ones; changes that are not committed only
   * when they are younger than `since`. What is below `except`, and the root's `.gitignore`, do not count. Undefined
   * when the commit is not known any more.
   */
  changedSince(root: string, state: WorkTreeState): Promise<readonly string[] | undefined>;
  /** Paths below a folder that are in the index, relative to the work tree's root. */
  trackedBelow(root: string, folder: string): Promise<readonly string[]>;
  /** Whether a rule makes git ignore a folder of a work tree; what is in the index does not count. */
  isIgnored(root: string, folder: string): Promise<boolean>;
  /**
   * Makes git ignore exactly one folder of a work tree by a line at the end of the root's `.gitignore`, unless a rule
   * covers it already. The index is never touched.
   */
  ignore(root: string, folder: string): Promise<IgnoreOutcome>;
}
