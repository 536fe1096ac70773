import type { Block } from '../document/block.ts';
import { indexDiffBlocks, parseDiff } from '../document/diff-file.ts';
import { indexBlocks } from '../document/markdown-it/blocks.ts';

/** The commentable blocks of a Markdown text, as reviews count them. */
export function markdownBlocks(text: string): readonly Block[] {
  return indexBlocks(text);
}

/** The commentable blocks of the patch of one file, as reviews count them. */
export function diffBlocks(patch: string): readonly Block[] {
  return indexDiffBlocks(patch);
}

/** A changed file of a diff, as reviews show it. */
export interface ChangedFile {
  readonly path: string;
  /** Lines added and removed. */
  readonly added: number;
  readonly removed: number;
  /** What else changed, in words: `new file`, `renamed from a to b`, `binary` and the like. */
  readonly notes: readonly string[];
  /** The part of the diff that is about this file alone. */
  readonly patch: string;
}

/** The changed files of a diff, as git or `diff -u` prints it. */
export function changedFiles(diff: string): readonly ChangedFile[] {
  return parseDiff(diff).map(({ path, added, removed, notes, patch }) => ({
    path,
    added,
    removed,
    notes,
    patch,
  }));
}
