import type { Refusal } from '../../refusal.ts';

/** Configuration of hosts on disk, and what is copied there. */
export interface HostFiles {
  /** The user's home folder; absolute. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The skills that come with this program: paths below the folder of skills, and texts. */
  skills(): Promise<readonly { readonly path: string; readonly text: string }[]>;
  /** The text of a file below `plugins` in the package. */
  plugin(path: string): Promise<string>;
  /** A file's text; undefined when it is not there. Refused with `file_unreadable`. */
  read(path: string): Promise<string | undefined | Refusal>;
  /** The folders above a path, nearest first, that are not there. */
  missingFolders(path: string): Promise<readonly string[]>;
  /**
   * Puts a text in the place of a file, or makes it with the folders above it; links, mode and owner stay. Refused with
   * `file_unwritable`, and with `file_changed` when the file is not what it was read as.
   */
  write(path: string, text: string, before: string | undefined): Promise<undefined | Refusal>;
  /** Removes a file that is what it was read as. */
  remove(path: string, before: string): Promise<undefined | Refusal>;
  /** Removes a folder that is empty; any other stays. */
  removeFolder(path: string): Promise<void>;
}
