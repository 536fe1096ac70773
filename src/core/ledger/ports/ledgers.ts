import type { Refusal } from '../../refusal.ts';
import type { LedgerStore } from './ledger-store.ts';

/** Where a project's store is searched for. */
export interface ProjectLocation {
  /** The folder that the search begins in; absolute. */
  readonly directory: string;
  /** Names the store outright: a path, or the URL of a database server. */
  readonly store?: string | undefined;
  /** `false` refuses an older store in place of bringing it up to date; for hooks, which must be quick. */
  readonly migrate?: boolean | undefined;
}

/** A store that `init` has made or found. */
export interface InitializedStore {
  /** Its absolute path. */
  readonly store: string;
  /** False when it was there before. */
  readonly created: boolean;
  /** It came from elsewhere, or the user's own store cannot be written: hooks only read it. */
  readonly untrusted?: true;
}

/** A store that the user trusts. */
interface TrustedStore {
  /** Its absolute path. */
  readonly store: string;
  /** False when it was trusted before. */
  readonly added: boolean;
}

/** The stores of projects. */
export interface Ledgers {
  /** Opens the store of a project; `store_missing` when it has none, which only `init` changes. */
  open(location: ProjectLocation): Promise<LedgerStore | Refusal>;
  /**
   * Calls `listener` after anything was written to the store of a project, whoever writes. Returns a function that ends
   * the watch, which does not keep the process alive; `store_missing` when there is no store yet.
   */
  watch(location: ProjectLocation, listener: () => void): Promise<(() => void) | Refusal>;
  /** Makes a project's store in a folder, or finds it there. */
  init(location: ProjectLocation): Promise<InitializedStore | Refusal>;
  /** Trusts the store of a project, so that hooks write to it; `store_missing` when it has none. */
  trust(location: ProjectLocation): Promise<TrustedStore | Refusal>;
  /** Whether hooks may open the store of a project in their own process; without opening it. */
  isTrusted(location: ProjectLocation): Promise<boolean>;
}
