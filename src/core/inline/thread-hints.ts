import type { Discussions, Thread } from './discussion.ts';
import { anchorTextOf, rootTextOf } from './query-view.ts';

/** What a caller remembers of a thread from an earlier `query`; every part is a hint. */
export interface ThreadHints {
  /** Such as `T-002`: the number that `query` would give it now. */
  readonly threadId?: string;
  readonly anchorLine?: number;
  readonly anchorText?: string;
  readonly rootLine?: number;
  /** Speaker and text of the root, such as `Sage: Why?`. */
  readonly rootText?: string;
  readonly totalLines?: number;
}

/** A thread as a refusal names it: enough to ask for it again. */
export interface ThreadTuple {
  readonly thread_id: string;
  readonly total_lines: number;
  readonly anchor_line: number;
  readonly anchor_text: string;
  readonly root_line: number;
  readonly root_text: string;
}

/** The tuple by which a thread can be found again. */
export function tupleOf(discussions: Discussions, thread: Thread): ThreadTuple {
  return {
    thread_id: thread.id,
    total_lines: discussions.totalLines,
    anchor_line: thread.anchorLine,
    anchor_text: anchorTextOf(discussions, thread),
    root_line: thread.root.line,
    root_text: rootTextOf(thread),
  };
}
