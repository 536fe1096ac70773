import type { Block } from './block.ts';
import type { DiffDocument } from './diff-file.ts';
import type { Lines } from './lines.ts';
import type { TextPart } from './text-part.ts';

/** A stretch of canonical text and the stretch of inline source that it came from. */
export interface TracedRun {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Each character of the text is one character of the source; otherwise only the whole corresponds. */
  readonly exact: boolean;
}

/** A Markdown text as it was read: its blocks, and what finding their source needs. */
export interface MarkdownText {
  readonly kind: 'markdown';
  readonly text: string;
  readonly lines: Lines;
  readonly blocks: readonly Block[];
  readonly parts: ReadonlyMap<Block, readonly TextPart[]>;
  /** Reads the content of an inline token again, this time noting where each piece of its text came from. */
  trace(content: string): readonly TracedRun[];
}

/** A document as it was read. */
export type ReadDocument = MarkdownText | DiffDocument;
