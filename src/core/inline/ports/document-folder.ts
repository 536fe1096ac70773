import type { Refusal } from '../../refusal.ts';

/** A path as a caller names it, and the folder that a relative one is meant from. */
export interface DocumentPath {
  readonly path: string;
  /** Absolute. */
  readonly directory: string;
}

/** A text file as it is on disk. */
export interface DocumentFile {
  /** Absolute, links followed. */
  readonly path: string;
  /** The whole text: byte order mark and line ends are part of it. */
  readonly text: string;
  /** SHA-256 of the file's bytes, 64 lower-case hex digits. */
  readonly hash: string;
}

/** Something that was not looked at, and why. */
export interface SkippedDocument {
  readonly file: string;
  readonly reason: string;
}

/** The Markdown files of a folder, and what in it could not be looked at. */
export interface FoundDocuments {
  readonly files: readonly string[];
  readonly skipped: readonly SkippedDocument[];
}

/** What a change makes of a file: its new text, or none to leave it alone, and what is to be told of it. */
export interface DocumentChange<Result> {
  readonly text?: string;
  readonly result: Result;
}

/** The file after a change, and what the change had to tell. */
export interface ChangedDocument<Result> {
  readonly file: DocumentFile;
  readonly result: Result;
}

/**
 * Markdown files on disk, read and written whole. Refusals: `file_not_found`, `file_unreadable`, `not_text` (no UTF-8
 * or no regular file), `file_unwritable`, `file_changed` and `file_locked`.
 */
export interface DocumentFolder {
  read(path: DocumentPath): Promise<DocumentFile | Refusal>;
  /**
   * The Markdown files that a path stands for: a file is itself, a folder all below it in order, hidden folders too;
   * `.git` and `node_modules` are left out. Paths are given as the caller would name them.
   */
  find(path: DocumentPath): Promise<FoundDocuments | Refusal>;
  /**
   * Changes one file as a whole or not at all. From reading to replacing it no other change of ours gets in; when
   * somebody else has written meanwhile, `change` is asked again. Mode, links and all that `change` leaves alone stay.
   */
  change<Result>(
    path: DocumentPath,
    change: (file: DocumentFile) => DocumentChange<Result> | Refusal,
  ): Promise<ChangedDocument<Result> | Refusal>;
}
