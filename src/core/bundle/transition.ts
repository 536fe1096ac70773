import type { Sha256 } from '../ports/sha256.ts';
import type { Refusal } from '../refusal.ts';
import type { Bundle } from './bundle.ts';
import type { Edit } from './edit.ts';

/** Where the work tree stands, as git tells it. */
export interface RepositoryFacts {
  /** The root of the work tree. */
  readonly root: string;
  /** None when no branch is checked out. */
  readonly branch?: string;
  /** The full id of the commit; none before the first. */
  readonly commit?: string;
}

/** What a transition takes from the world. */
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

/** What a command does to a bundle: edits for its files, and what the caller is told. */
export interface Step<Outcome> {
  readonly edits: readonly Edit[];
  readonly outcome: Outcome;
}

/** A command of a bundle, as a rule: given the bundle, the wish and the circumstances, a step or a refusal. */
export type Transition<Input, Outcome> = (
  bundle: Bundle,
  input: Input,
  circumstances: Circumstances,
) => Step<Outcome> | Refusal;
