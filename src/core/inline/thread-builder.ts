import type { Comment, InlineThread, LineSpan, ThreadStatus } from './discussion.ts';
import { trimBlankLines } from './normalise.ts';
import { statusOfMarker } from './thread-status.ts';

/** Where a comment begins and what its tag says. Lines count from 1. */
export interface CommentStart {
  readonly line: number;
  readonly depth: number;
  readonly speaker: string;
  readonly speakerKey: string;
  readonly markers: readonly string[];
  readonly start: number;
  readonly tagStart: number;
  readonly textStart: number;
  readonly text: string;
}

const noSpans: readonly LineSpan[] = [];

/** A comment whose lines are still being read. It becomes the comment itself, which saves an object each. */
class CommentBuilder implements Comment {
  index = 0;
  parent = 0;
  readonly depth: number;
  readonly speaker: string;
  readonly speakerKey: string;
  text: string;
  readonly line: number;
  lastLine: number;
  /** The spans after its first, where it was resumed after a reply; shared while there is none. */
  laterSpans: readonly LineSpan[] = noSpans;
  readonly start: number;
  readonly tagStart: number;
  readonly textStart: number;
  readonly markers: readonly string[];

  constructor(start: CommentStart) {
    this.depth = start.depth;
    this.speaker = start.speaker;
    this.speakerKey = start.speakerKey;
    this.text = start.text;
    this.line = start.line;
    this.lastLine = start.line;
    this.start = start.start;
    this.tagStart = start.tagStart;
    this.textStart = start.textStart;
    this.markers = start.markers;
  }

  get spans(): readonly LineSpan[] {
    return [{ start: this.line, end: this.lastLine }, ...this.laterSpans];
  }

  /** Adds a line; `isResumed`: after a comment of somebody else. */
  addLine(line: number, isResumed: boolean): void {
    const last = this.laterSpans.at(-1);
    if (isResumed) this.laterSpans = [...this.laterSpans, { start: line, end: line }];
    else if (last === undefined) this.lastLine = line;
    else this.laterSpans = this.laterSpans.with(-1, { start: last.start, end: line });
  }
}

/** A thread whose lines are still being read. Lines count from 1. */
export class ThreadBuilder {
  readonly root: Comment;
  readonly #position: { readonly anchorLine: number; readonly onMarkerLine: boolean };
  readonly #comments: CommentBuilder[] = [];
  /** The last comment and its ancestors, by increasing depth. */
  readonly #path: CommentBuilder[] = [];
  #lastComment: CommentBuilder;
  #lastLine: number;
  #lastTextLine: number;
  #blanks = 0;

  constructor(
    root: CommentStart,
    start: { readonly anchorLine: number; readonly onMarkerLine: boolean },
  ) {
    this.#position = start;
    this.#lastLine = root.line;
    this.#lastTextLine = root.line;
    this.#lastComment = this.addComment(root);
    this.root = this.#lastComment;
  }

  /** Whether it has no reply. */
  get isLone(): boolean {
    return this.#comments.length === 1;
  }

  get lastTextLine(): number {
    return this.#lastTextLine;
  }

  addComment(start: CommentStart): CommentBuilder {
    const comment = new CommentBuilder(start);
    const path = this.#path;
    let above = path.length;
    while (above > 0 && (path[above - 1]?.depth ?? 0) >= comment.depth) above--;
    path.length = above;
    comment.parent = above === 0 ? 0 : (path[above - 1]?.index ?? 0);
    comment.index = this.#comments.push(comment);
    path.push(comment);
    this.#continueWith(comment, start.line);
    return comment;
  }

  /**
   * Returns the comment that a line of untagged text continues: that of the line before, or where a new block begins,
   * the nearest above that is no deeper.
   */
  commentFor(depth: number, startsBlock: boolean): CommentBuilder {
    if (!startsBlock) return this.#lastComment;
    return this.#path.findLast((comment) => comment.depth <= depth) ?? this.#lastComment;
  }

  addText(comment: CommentBuilder, { line, text }: { line: number; text: string }): void {
    const isResumed = comment !== this.#lastComment;
    comment.text += `${'\n'.repeat(isResumed ? 2 : this.#blanks + 1)}${text}`;
    comment.addLine(line, isResumed);
    this.#continueWith(comment, line);
  }

  /** Adds a line of markers alone. */
  addSeparator(line: number): void {
    this.#lastLine = line;
    this.#blanks++;
  }

  addBlank(): void {
    this.#blanks++;
  }

  #continueWith(comment: CommentBuilder, line: number): void {
    this.#lastComment = comment;
    this.#lastLine = line;
    this.#lastTextLine = line;
    this.#blanks = 0;
  }

  /** Returns the thread; `number` is its position among the discussions, undefined for a lead-in. */
  finish(number: number | undefined): InlineThread {
    const comments = this.#comments;
    for (const comment of comments) comment.text = trimBlankLines(comment.text);
    const { anchorLine, onMarkerLine } = this.#position;
    return {
      id: number === undefined ? '' : `T-${String(number).padStart(3, '0')}`,
      leadIn: number === undefined,
      status: statusOf(this.root.markers),
      root: this.root,
      comments,
      lines: { start: this.root.line, end: this.#lastLine },
      anchorLine,
      onMarkerLine,
    };
  }
}

/** The last marker that is a status decides; none means open. */
function statusOf(markers: readonly string[]): ThreadStatus {
  for (let index = markers.length - 1; index >= 0; index--) {
    const status = statusOfMarker(markers[index] ?? '');
    if (status !== undefined) return status;
  }
  return 'OPEN';
}
