import type { FileKind } from '../core/review/file-kind.ts';
import type { SeenFile } from '../core/review/ports/file-watcher.ts';
import type { GitDiffRequest } from '../core/review/ports/git-diff.ts';

/** What is to be reviewed. */
export interface ReviewInputs {
  readonly mode: 'markdown' | 'diff' | 'mixed';
  /** What the review calls itself: the absolute path, `<stdin>`, `multi-<N>-files` or `git <args>`. */
  readonly sourceFile: string;
  /** The user's arguments after `diff`. */
  readonly gitArgs?: readonly string[];
  /** In command-line order; every changed file of a diff on its own. */
  readonly files: readonly InputFile[];
  /** The same for the same inputs, whatever they hold now; absent where they cannot be read again. */
  readonly inputsKey?: string;
  /** Folder of the transcript, below the history folder. */
  readonly historyName: string;
  /** How to ask git again. */
  readonly git?: GitDiffRequest;
}

/** A file that is to be reviewed. */
export interface InputFile {
  /** As given; in a diff, relative to the repository root. */
  readonly path: string;
  readonly kind: FileKind;
  /** The Markdown, or the part of the patch that is about this file. */
  readonly text: string;
  /** The path that a file of a diff had before, by what git says. */
  readonly oldPath?: string | undefined;
  /** Where a Markdown file really is on disk. */
  readonly realPath?: string;
  /** Folder that its pictures are looked for in. */
  readonly folder?: string;
  /** What a Markdown file on disk was known by when it was read. */
  readonly seen?: SeenFile;
}
