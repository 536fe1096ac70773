import type { ScannedLines } from './scan/scan-lines.ts';

export type ThreadStatus = 'OPEN' | 'RESOLVED' | 'REOPEN';

/** Lines of a file, counted from 1, both included. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** A comment of one speaker: `> **Name:** text` and the lines that continue it. */
export interface Comment {
  /** Position in its thread, from 1 for the root. */
  readonly index: number;
  /** The number of `>` before it. */
  readonly depth: number;
  /** The index of the comment that it answers; 0 for a root. */
  readonly parent: number;
  /** The name as shown. */
  readonly speaker: string;
  /** The key that all spellings of the name share. */
  readonly speakerKey: string;
  /** Markdown as written, without the quote markers; lines are joined with `\n`. */
  readonly text: string;
  /** The line that it begins on, from 1. */
  readonly line: number;
  /** Its lines. More than one span where it was resumed after a reply. */
  readonly spans: readonly LineSpan[];
  /** Offset of the first `>` of its first line. */
  readonly start: number;
  /** Offsets of the tag: of the first `*`, and of the text after it. */
  readonly tagStart: number;
  readonly textStart: number;
  /** The text in brackets in the tag, as written. */
  readonly markers: readonly string[];
}

/** A discussion: a root and its replies, in the order of the file. */
export interface InlineThread {
  /** `T-001`, `T-002`, … in the order of the file; empty for a lead-in. */
  readonly id: string;
  /** Looks like a comment and is text, such as `> **Note:** …`. */
  readonly leadIn: boolean;
  readonly status: ThreadStatus;
  readonly root: Comment;
  readonly comments: readonly Comment[];
  /** First and last line, separators at the end included. */
  readonly lines: LineSpan;
  /** The last line of the block above, from 1; 0 when there is none. */
  readonly anchorLine: number;
  /** Whether it begins on the line of a list item's marker. */
  readonly onMarkerLine: boolean;
}

/** A reply without a thread above it. */
export interface OrphanReply {
  readonly line: number;
  readonly depth: number;
  readonly speaker: string;
  readonly text: string;
}

/** A line that looks like a comment and is none. */
export interface SuspectLine {
  readonly kind: 'full-width-colon' | 'comment-in-alert';
  readonly line: number;
}

/** Options for parsing the discussions of a document. */
export interface DiscussionOptions {
  /** The only names whose lone roots are discussions; without it a fixed list of names such as `Note` are none. */
  readonly speakers?: readonly string[];
}

/** All inline discussions of a Markdown text. */
export interface Discussions {
  readonly text: string;
  readonly scan: ScannedLines;
  readonly options: DiscussionOptions;
  /** Line ends, plus one if the last line is not empty. */
  readonly totalLines: number;
  /** Discussions and lead-ins, in the order of the file. */
  readonly all: readonly InlineThread[];
  /** Discussions alone. */
  readonly threads: readonly InlineThread[];
  readonly orphans: readonly OrphanReply[];
  readonly suspects: readonly SuspectLine[];
}
