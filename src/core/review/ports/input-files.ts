import type { Refusal } from '../../refusal.ts';
import type { SeenFile } from './file-watcher.ts';

/** A file as it was read from the disk. */
export interface InputText {
  readonly text: string;
  /** Where it really is; absent for a pipe, which cannot be read again. */
  readonly realPath?: string;
  /** What it was known by then. */
  readonly seen?: SeenFile;
}

/** A file of any kind as it was read. */
interface FileBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly realPath: string;
}

/** A path as a person gives it, and the folder that a relative one is meant from. */
export interface GivenPath {
  readonly path: string;
  /** Absolute. */
  readonly directory: string;
}

/** The files that are reviewed, on disk. Refusals: `file_missing`, `file_unreadable`, `not_a_file`, `file_too_large`. */
export interface InputFiles {
  /** Where a path really leads; nothing while it leads nowhere. */
  realPath(path: string): Promise<string | undefined>;
  /** The real path of a file that exists and is no folder; nothing for a pipe. */
  locate(path: GivenPath): Promise<string | undefined | Refusal>;
  /**
   * Reads a Markdown file, its byte order mark and line ends included. More refusals: `not_text`, `not_utf8`, which call
   * it by `name`, or by its path without that.
   */
  readMarkdown(path: GivenPath, name?: string): Promise<InputText | Refusal>;
  /** Reads a patch; bytes that are no UTF-8 become U+FFFD, since files of any encoding may be in it. */
  readPatch(path: GivenPath): Promise<InputText | Refusal>;
  /**
   * The bytes of a file that others' data names, meant from a folder: it must be a regular file in the folder or below
   * it, links resolved.
   */
  readWithin(folder: string, path: string, maxBytes: number): Promise<FileBytes | Refusal>;
}
