import type { Texts } from './edit.ts';

/** What is wrong with a file as a file. */
export type FileFault = 'symlink' | 'not_regular' | 'not_utf8' | 'unreadable' | 'too_large';

/** A bundle's folder as it was read at one moment. */
export interface BundleSnapshot {
  /** The real path of the folder. */
  readonly root: string;
  /** Every Markdown file below the root that could be read, by its path relative to the root. */
  readonly texts: Texts;
  /** What could not be read as a Markdown file, and every symlink below the root. */
  readonly faults: readonly { readonly path: string; readonly fault: FileFault }[];
}
