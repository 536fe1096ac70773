import type { Block } from './block.ts';
import type { CodeDocument } from './code-document.ts';
import type { DiffDocument } from './diff-file.ts';
import type { HiddenPart } from './hidden-part.ts';
import type { Lines } from './lines.ts';
import type { TextPart } from './text-part.ts';

/** A part of canonical text, and the inline source that it came from. */
export interface TracedRun {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Each character of the text is one character of the source; otherwise only the whole corresponds. */
  readonly exact: boolean;
}

/** A parsed Markdown text: its blocks, and what mapping them to their source needs. */
export interface MarkdownText {
  readonly kind: 'markdown';
  readonly text: string;
  readonly lines: Lines;
  readonly blocks: readonly Block[];
  readonly parts: ReadonlyMap<Block, readonly TextPart[]>;
  /** Parses the content of an inline token again and returns the source of each part of its text. */
  trace(content: string): readonly TracedRun[];
  /** The parts of the source that no block shows, in order. */
  hidden(): readonly HiddenPart[];
}

/** A parsed document. */
export type ParsedDocument = MarkdownText | DiffDocument | CodeDocument;
