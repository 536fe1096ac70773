import type { Refusal } from '../../refusal.ts';
import type { Texts } from '../edit.ts';
import type { Journal } from '../journal.ts';
import type { BundleSnapshot } from '../snapshot.ts';

/** Where a new bundle is created. */
export interface NewFolder {
  /** The working directory at entry, absolute. */
  readonly directory: string;
  /** The local date, such as `2026-11-30`. */
  readonly date: string;
  readonly slug: string;
}

/** The head of a write's journal. */
export interface JournalHeader {
  readonly trackerId: string;
  readonly at: string;
}

/** The first files of a new folder. */
interface InitialFiles {
  readonly texts: Texts;
  readonly header: JournalHeader;
}

/** A folder in whatever state, with what an interrupted write has left. */
export interface Inspection {
  readonly snapshot: BundleSnapshot;
  /** The journal of an interrupted write; `unreadable` when a file of that name holds none. */
  readonly journal: Journal | 'unreadable' | undefined;
  /** Files that an interrupted write had staged, relative to the root. */
  readonly leftovers: readonly string[];
}

/** Texts to write by path, `null` for a file to remove. */
type FileWrites = ReadonlyMap<string, string | null>;

/** The folders of bundles, of which the files are the truth. */
export interface BundleFolder {
  /**
   * The real path of the folder that a person or agent names, by itself or by its `index.md`; a relative path is resolved
   * against `directory`. Refused with `not_found` when it is not there, with `unsafe_path` inside the metadata of git.
   */
  locate(path: string, directory: string): Promise<string | Refusal>;
  /** The folders below `discussion/` of a directory whose names are those of bundles, oldest first. */
  list(directory: string): Promise<readonly string[]>;
  /**
   * Reserves the next free folder of a date below `discussion/` and writes the first files, which are made once the
   * folder is there and its real path is known. Refused with `unsafe_path` when that would lead outside the directory.
   */
  create(
    folder: NewFolder,
    initialFiles: (root: string) => InitialFiles | Promise<InitialFiles>,
  ): Promise<BundleSnapshot | Refusal>;
  /** Reads a folder at one moment. Refused with `interrupted_write` when a write was interrupted in it. */
  read(root: string): Promise<BundleSnapshot | Refusal>;
  /**
   * Puts the files of a folder from one state into another, as a whole: under the writer's lock, only if the files on
   * disk still are `from`, `index.md` last. Refused with `bundle_changed` (details: `differences`), `bundle_locked` or
   * `interrupted_write`; nothing is written then. Returns the files as they were read back.
   */
  write(from: BundleSnapshot, to: Texts, header: JournalHeader): Promise<BundleSnapshot | Refusal>;
  /** Looks at a folder whatever state it is in. */
  inspect(root: string): Promise<Inspection | Refusal>;
  /**
   * Repairs a folder under the writer's lock: `decide` gets the inspection and returns what to write.
   * Journal and leftovers are removed once that is done; a folder in which nothing was ever written goes too.
   */
  repair(
    root: string,
    decide: (inspection: Inspection) => FileWrites | Refusal,
  ): Promise<Inspection | Refusal>;
}
