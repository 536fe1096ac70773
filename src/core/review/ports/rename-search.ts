import type { RecognisedRename } from '../recognise-rename.ts';
import type { SeenFile } from './file-watcher.ts';

/** A file that is looked for, since it is not where it was. */
export interface MissingFile extends SeenFile {
  /** What it held when it was last read. */
  readonly text: string;
  /** The folder that the work goes on in, absolute: how far the search goes where there is no git. */
  readonly directory: string;
  /** Places of other reviewed files, which it cannot have become. */
  readonly taken: readonly string[];
}

/** Two places of one file by what git says, both absolute. */
interface GitRename {
  readonly from: string;
  readonly to: string;
}

/** Looks for files that were renamed, on disk and in git. */
export interface RenameSearch {
  /** Looks in the work tree around a file, or without git in the folders nearby, for where it went. */
  find(missing: MissingFile): Promise<RecognisedRename>;
  /**
   * The renames between what the work tree around a folder had at a time, RFC 3339, and what it has now, and the root of
   * that work tree; nothing outside of one.
   */
  inGit(folder: string, since: string): Promise<GitRenames | undefined>;
}

/** What git says of a work tree. */
export interface GitRenames {
  readonly root: string;
  readonly renames: readonly GitRename[];
}
