import type { Sha256 } from '../ports/sha256.ts';
import type { Refusal } from '../refusal.ts';
import type { Bundle } from './bundle.ts';
import type { Edit } from './edit.ts';

/** The state of the work tree, as git reports it. */
export interface RepositoryFacts {
  /** The root of the work tree. */
  readonly root: string;
  /** None when no branch is checked out. */
  readonly branch?: string;
  /** The full id of the commit; none before the first. */
  readonly commit?: string;
}

/** What a transition depends on besides bundle and input. */
export interface Circumstances {
  /** The present time with its zone, such as `2026-11-30T11:42:07+01:00`. */
  readonly at: string;
  /** A fresh random key of 8 characters of `0-9a-z`. */
  readonly newKey: () => string;
  readonly sha256: Sha256;
  /** The real path of the bundle's folder. */
  readonly root: string;
  readonly repository?: RepositoryFacts;
}

/** The result of a transition: edits for the bundle's files, and the outcome for the caller. */
export interface Step<Outcome> {
  readonly edits: readonly Edit[];
  readonly outcome: Outcome;
}

/** A command of a bundle, as a pure rule: from bundle, input and circumstances to a step or a refusal. */
export type Transition<Input, Outcome> = (
  bundle: Bundle,
  input: Input,
  circumstances: Circumstances,
) => Step<Outcome> | Refusal;
