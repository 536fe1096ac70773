import type { Block } from '../document/block.ts';
import { indexBlocks } from '../document/blocks.ts';
import { indexDiffBlocks } from '../document/diff-file.ts';

/** One version of a reviewed file: its text and its commentable blocks. */
export interface ReviewedDocument {
  readonly fileId: string;
  readonly textHash: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** Reads a file's text into its blocks. */
export function readDocument(file: {
  readonly id: string;
  readonly kind: 'markdown' | 'diff';
  readonly textHash: string;
  readonly text: string;
}): ReviewedDocument {
  const { id: fileId, textHash, text } = file;
  const blocks = file.kind === 'diff' ? indexDiffBlocks(text) : indexBlocks(text);
  return { fileId, textHash, text, blocks };
}
