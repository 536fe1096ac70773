import type { Discussions, InlineThread } from './discussion.ts';
import type { TextEdit } from './text-edit.ts';

/** A change to the discussions of a document that is not yet written. */
export interface InlineChange {
  /** Absent when the document needs no change. */
  readonly edit?: TextEdit;
  /** The document after the change. */
  readonly after: Discussions;
  /** The thread that it concerns, after the change. */
  readonly thread: InlineThread;
  /** A reply that would have nested too deeply has the depth of what it answers. */
  readonly flattened?: true;
}
