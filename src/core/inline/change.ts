import type { Discussions, Thread } from './discussion.ts';
import type { TextEdit } from './text-edit.ts';

/** A change to the discussions of a document, worked out and not yet written. */
export interface InlineChange {
  /** Nothing when the document already is as it should be. */
  readonly edit?: TextEdit;
  /** The document after the change. */
  readonly after: Discussions;
  /** The thread that it concerns, after the change. */
  readonly thread: Thread;
  /** A reply that would have nested too deeply was put beside what it answers. */
  readonly flattened?: true;
}
