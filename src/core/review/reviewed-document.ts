import type { Block } from '../document/block.ts';
import { type CodeDocument, parseCode } from '../document/code-document.ts';
import { type DiffDocument, parseDiffDocument } from '../document/diff-file.ts';
import type { DocumentLines } from '../document/document-lines.ts';
import { type MarkdownDocument, parseMarkdown } from '../document/markdown-it/blocks.ts';
import { inlineThreadsForReview, type ReviewThread } from '../inline/review-threads.ts';
import type { InlineSpeakers } from './events.ts';
import type { FileKind } from './file-kind.ts';

/** One version of a reviewed file: its text and its commentable blocks. */
export interface ReviewedDocument {
  readonly fileId: string;
  readonly textHash: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly parsed: MarkdownDocument | DiffDocument | CodeDocument;
  /** The discussions that stand inside the text. */
  readonly inline: readonly ReviewThread[];
  /** Lines of discussions that are shown as threads and not as text. */
  readonly excludedLines: readonly DocumentLines[];
}

/** A file's text that is to be read. */
export interface UnreadDocument {
  readonly id: string;
  readonly kind: FileKind;
  readonly path: string;
  readonly textHash: string;
  readonly text: string;
}

/** Reads a file's text into its blocks and inline discussions; `speakers` are the review's. */
export function readDocument(
  { id: fileId, kind, path, textHash, text }: UnreadDocument,
  speakers: InlineSpeakers = {},
): ReviewedDocument {
  if (kind !== 'markdown') {
    const parsed = kind === 'diff' ? parseDiffDocument(text) : parseCode(text, path);
    return { fileId, textHash, text, blocks: parsed.blocks, parsed, inline: [], excludedLines: [] };
  }
  const { threads, excludedLines } = inlineThreadsForReview(text, {
    ...speakers,
    known: speakers.known ?? [],
  });
  const parsed = parseMarkdown(text, { excludedLines });
  return { fileId, textHash, text, blocks: parsed.blocks, parsed, inline: threads, excludedLines };
}
