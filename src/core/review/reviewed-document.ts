import type { Block } from '../document/block.ts';
import { type DiffDocument, parseDiffDocument } from '../document/diff-file.ts';
import type { DocumentLines } from '../document/document-lines.ts';
import { type MarkdownDocument, parseMarkdown } from '../document/markdown-it/blocks.ts';
import { inlineThreadsForReview, type ReviewThread } from '../inline/review-threads.ts';
import type { InlineSpeakers } from './events.ts';

/** One version of a reviewed file: its text and its commentable blocks. */
export interface ReviewedDocument {
  readonly fileId: string;
  readonly textHash: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly parsed: MarkdownDocument | DiffDocument;
  /** The discussions that stand inside the text. */
  readonly inline: readonly ReviewThread[];
  /** Lines of discussions that are shown as threads and not as text. */
  readonly excludedLines: readonly DocumentLines[];
}

/** A file's text that is to be read. */
export interface UnreadDocument {
  readonly id: string;
  readonly kind: 'markdown' | 'diff';
  readonly textHash: string;
  readonly text: string;
}

/** Reads a file's text into its blocks and inline discussions; `speakers` are the review's. */
export function readDocument(
  { id: fileId, kind, textHash, text }: UnreadDocument,
  speakers: InlineSpeakers = {},
): ReviewedDocument {
  if (kind === 'diff') {
    const parsed = parseDiffDocument(text);
    return { fileId, textHash, text, blocks: parsed.blocks, parsed, inline: [], excludedLines: [] };
  }
  const { threads, excludedLines } = inlineThreadsForReview(text, {
    ...speakers,
    known: speakers.known ?? [],
  });
  const parsed = parseMarkdown(text, { excludedLines });
  return { fileId, textHash, text, blocks: parsed.blocks, parsed, inline: threads, excludedLines };
}
