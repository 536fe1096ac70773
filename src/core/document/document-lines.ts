/** Lines of a document, 1-based, both included. */
export interface DocumentLines {
  readonly lineStart: number;
  readonly lineEnd: number;
}
