/** What a commentable block is. */
export type BlockKind =
  | 'heading'
  | 'paragraph'
  | 'list-item'
  | 'code'
  | 'table'
  | 'front-matter'
  | 'math'
  | 'html'
  | 'hunk';

/** A commentable block of a document: its source, and its text as a reader sees it. */
export interface Block {
  /** 1-based, in the order in which blocks start. */
  readonly index: number;
  readonly kind: BlockKind;
  /** 1 to 6, for headings alone. */
  readonly level?: number;
  /** First and last source line, 1-based, inclusive. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Source range in UTF-16 units, end exclusive, without the last line end. */
  readonly start: number;
  readonly end: number;
  /** The block's canonical text: what the page shows of it, without generated text. */
  readonly text: string;
  /** Lines that `lineRange` can address: code without its fences, a hunk with its `@@` line, a table with its header. */
  readonly contentLines: number;
  /** Source line, 1-based, of the first content line. */
  readonly contentLineStart: number;
  /** The headings above, outermost first, joined with ` › `. */
  readonly breadcrumb: string;
}
