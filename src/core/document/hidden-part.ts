/** A part of a document's source that has words and no form: a page folds it away, and it can be commented. */
export interface HiddenPart {
  /** Its source, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** What it is: `comment`, the name of an element, `unused link`, `front matter`. */
  readonly label: string;
  readonly words: string;
  /** The block that a comment on it is anchored to; absent in a document without blocks. */
  readonly block?: number;
}
