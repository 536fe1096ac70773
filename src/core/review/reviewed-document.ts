import type { Block } from '../document/block.ts';
import { parseMarkdown } from '../document/blocks.ts';
import { readDiff } from '../document/diff-file.ts';
import type { ReadDocument } from '../document/text-offsets.ts';

/** One version of a reviewed file: its text and its commentable blocks. */
export interface ReviewedDocument {
  readonly fileId: string;
  readonly textHash: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** What finding places in the text needs. */
  readonly parsed: ReadDocument;
}

/** Reads a file's text into its blocks. */
export function readDocument(file: {
  readonly id: string;
  readonly kind: 'markdown' | 'diff';
  readonly textHash: string;
  readonly text: string;
}): ReviewedDocument {
  const { id: fileId, textHash, text } = file;
  const parsed = file.kind === 'diff' ? readDiff(text) : parseMarkdown(text);
  return { fileId, textHash, text, blocks: parsed.blocks, parsed };
}
