import type { SourceRange } from '../document/text-offsets.ts';

/** A passage as the reader saw it, with up to 64 characters on each side. */
export interface Quote {
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
}

/** Lines within one block, 1-based, both ends included. */
export interface BlockLines {
  readonly start: number;
  readonly end: number;
}

/** Characters in the canonical texts of an anchor's first and last block; the end is exclusive. */
export interface BlockTextRange {
  readonly startOffset: number;
  readonly endOffset: number;
}

/**
 * What a thread stands on in one version of a text. The source range and the version are its truth; blocks, lines and
 * offsets are derived from them, and the quote locates it when the version is not at hand.
 */
export interface Anchor {
  /** Blocks, 1-based, both ends included. */
  readonly anchorStart: number;
  readonly anchorEnd: number;
  /** Set when the anchor stands on lines of a code block, table or hunk. */
  readonly lineRange?: BlockLines;
  /** What the anchor stands on: the phrase, the lines, or the whole blocks. */
  readonly quote: Quote;
  /** How often the quote stands in the text that the reader sees; absent when it stands once. */
  readonly copies?: number;
  /** Set when the anchor stands on a phrase and not on whole blocks or lines. */
  readonly range?: BlockTextRange;
  /** Where the quote came from in the source. */
  readonly source: SourceRange;
  /** Hash of the text that `source` counts in. */
  readonly textHash: string;
}

/** Most characters of context that a quote keeps on each side. */
export const contextLength = 64;
