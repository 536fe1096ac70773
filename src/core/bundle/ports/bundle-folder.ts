import type { Refusal } from '../../refusal.ts';
import type { Texts } from '../edit.ts';
import type { Journal } from '../journal.ts';
import type { BundleSnapshot } from '../snapshot.ts';

/** Where a new bundle is to stand. */
export interface NewPlace {
  /** The working directory at entry, absolute. */
  readonly directory: string;
  /** The local date, such as `2026-11-30`. */
  readonly date: string;
  readonly slug: string;
}

/** What a write is about, for its journal. */
export interface WriteNote {
  readonly trackerId: string;
  readonly at: string;
}

/** What a new folder begins with. */
export interface FirstFiles {
  readonly texts: Texts;
  readonly note: WriteNote;
}

/** A folder as a doctor finds it, with whatever an interrupted write has left. */
export interface Inspection {
  readonly snapshot: BundleSnapshot;
  /** The journal of an interrupted write; `unreadable` when a file of that name holds none. */
  readonly journal: Journal | 'unreadable' | undefined;
  /** Files that an interrupted write had staged, relative to the root. */
  readonly leftovers: readonly string[];
}

/** What a doctor does to a folder: texts to write, `null` for a file to remove. */
export type Remedy = ReadonlyMap<string, string | null>;

/** The folders of bundles, of which the files are the truth. */
export interface BundleFolder {
  /**
   * The real path of the folder that a person or agent names, by itself or by its `index.md`; a relative path is meant
   * from `directory`. Refused with `not_found` when it is not there, with `unsafe_path` inside the metadata of git.
   */
  locate(path: string, directory: string): Promise<string | Refusal>;
  /** The folders below `discussion/` of a directory whose names are those of bundles, oldest first. */
  list(directory: string): Promise<readonly string[]>;
  /**
   * Reserves the next free folder of a date below `discussion/` and writes the first files, which are made once the
   * folder is there and its real path is known. Refused with `unsafe_path` when that would lead outside the directory.
   */
  create(
    place: NewPlace,
    first: (root: string) => FirstFiles | Promise<FirstFiles>,
  ): Promise<BundleSnapshot | Refusal>;
  /** Reads a folder at one moment. Refused with `interrupted_write` when a write was interrupted in it. */
  read(root: string): Promise<BundleSnapshot | Refusal>;
  /**
   * Puts the files of a folder from one state into another, as a whole: under the writer's lock, only if the files on
   * disk still are `from`, `index.md` last. Refused with `bundle_changed` (details: `differences`), `bundle_locked` or
   * `interrupted_write`; nothing is written then. Answers the files as they were read back.
   */
  write(from: BundleSnapshot, to: Texts, note: WriteNote): Promise<BundleSnapshot | Refusal>;
  /** Looks at a folder whatever state it is in. */
  inspect(root: string): Promise<Inspection | Refusal>;
  /**
   * Makes a folder whole under the writer's lock: `decide` is given what is found there and answers what to write.
   * Journal and leftovers are removed once that is done; a folder in which nothing was ever written goes too.
   */
  repair(
    root: string,
    decide: (found: Inspection) => Remedy | Refusal,
  ): Promise<Inspection | Refusal>;
}
