import type { Discussions, InlineThread } from './discussion.ts';
import { anchorTextOf, rootTextOf } from './query-view.ts';

/** What a caller knows of a thread from an earlier `query`; every field is a hint. */
export interface ThreadHints {
  /** Such as `T-002`: the number that `query` returns for it now. */
  readonly threadId?: string;
  readonly anchorLine?: number;
  readonly anchorText?: string;
  readonly rootLine?: number;
  /** Speaker and text of the root, such as `Sage: Why?`. */
  readonly rootText?: string;
  readonly totalLines?: number;
}

/** A thread as a refusal lists it: enough to locate it again. */
export interface ThreadTuple {
  readonly thread_id: string;
  readonly total_lines: number;
  readonly anchor_line: number;
  readonly anchor_text: string;
  readonly root_line: number;
  readonly root_text: string;
}

/** Returns the tuple by which a thread can be located again. */
export function tupleOf(discussions: Discussions, thread: InlineThread): ThreadTuple {
  return {
    thread_id: thread.id,
    total_lines: discussions.totalLines,
    anchor_line: thread.anchorLine,
    anchor_text: anchorTextOf(discussions, thread),
    root_line: thread.root.line,
    root_text: rootTextOf(thread),
  };
}
