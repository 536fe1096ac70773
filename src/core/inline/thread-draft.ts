import type { Comment, LineSpan, Thread, ThreadStatus } from './discussion.ts';

/** Where a comment begins and what its tag says. Lines count from 1. */
export interface CommentStart {
  readonly line: number;
  readonly depth: number;
  readonly speaker: string;
  readonly speakerKey: string;
  readonly markers: readonly string[];
  readonly start: number;
  readonly tagAt: number;
  readonly textAt: number;
  readonly text: string;
}

const noSpans: readonly LineSpan[] = [];

/** A comment whose lines are still being read. It becomes the comment itself, so that reading makes one object each. */
class CommentDraft implements Comment {
  index = 0;
  parent = 0;
  readonly depth: number;
  readonly speaker: string;
  readonly speakerKey: string;
  text: string;
  readonly line: number;
  lastLine: number;
  /** Further parts, where it was taken up again; shared while there is none. */
  laterSpans: readonly LineSpan[] = noSpans;
  readonly start: number;
  readonly tagAt: number;
  readonly textAt: number;
  readonly markers: readonly string[];

  constructor(begun: CommentStart) {
    this.depth = begun.depth;
    this.speaker = begun.speaker;
    this.speakerKey = begun.speakerKey;
    this.text = begun.text;
    this.line = begun.line;
    this.lastLine = begun.line;
    this.start = begun.start;
    this.tagAt = begun.tagAt;
    this.textAt = begun.textAt;
    this.markers = begun.markers;
  }

  get spans(): readonly LineSpan[] {
    return [{ start: this.line, end: this.lastLine }, ...this.laterSpans];
  }

  /** A further line; `again`: after a comment of somebody else. */
  addLine(line: number, again: boolean): void {
    const last = this.laterSpans.at(-1);
    if (again) this.laterSpans = [...this.laterSpans, { start: line, end: line }];
    else if (last === undefined) this.lastLine = line;
    else this.laterSpans = this.laterSpans.with(-1, { start: last.start, end: line });
  }
}

/** A thread whose lines are still being read. Lines count from 1. */
export class ThreadDraft {
  readonly root: Comment;
  readonly #begun: { readonly anchorLine: number; readonly onMarkerLine: boolean };
  readonly #comments: CommentDraft[] = [];
  /** The last comment and those that it answers, by rising depth. */
  readonly #path: CommentDraft[] = [];
  #lastOwner: CommentDraft;
  #lastLine: number;
  #lastTextLine: number;
  #blanks = 0;

  constructor(
    root: CommentStart,
    begun: { readonly anchorLine: number; readonly onMarkerLine: boolean },
  ) {
    this.#begun = begun;
    this.#lastLine = root.line;
    this.#lastTextLine = root.line;
    this.#lastOwner = this.addComment(root);
    this.root = this.#lastOwner;
  }

  /** Whether nobody has answered. */
  get isLone(): boolean {
    return this.#comments.length === 1;
  }

  get lastTextLine(): number {
    return this.#lastTextLine;
  }

  addComment(begun: CommentStart): CommentDraft {
    const comment = new CommentDraft(begun);
    const path = this.#path;
    let above = path.length;
    while (above > 0 && (path[above - 1]?.depth ?? 0) >= comment.depth) above--;
    path.length = above;
    comment.parent = above === 0 ? 0 : (path[above - 1]?.index ?? 0);
    comment.index = this.#comments.push(comment);
    path.push(comment);
    this.#goOn(comment, begun.line);
    return comment;
  }

  /**
   * The comment that a line of untagged text goes on with: that of the line before, or where a new block begins at a
   * depth, the nearest above that is no deeper.
   */
  ownerOf(depth: number, startsBlock: boolean): CommentDraft {
    if (!startsBlock) return this.#lastOwner;
    return this.#path.findLast((comment) => comment.depth <= depth) ?? this.#lastOwner;
  }

  addText(owner: CommentDraft, { line, text }: { line: number; text: string }): void {
    const again = owner !== this.#lastOwner;
    owner.text += `${'\n'.repeat(again ? 2 : this.#blanks + 1)}${text}`;
    owner.addLine(line, again);
    this.#goOn(owner, line);
  }

  /** A line of markers alone. */
  addSeparator(line: number): void {
    this.#lastLine = line;
    this.#blanks++;
  }

  addBlank(): void {
    this.#blanks++;
  }

  #goOn(owner: CommentDraft, line: number): void {
    this.#lastOwner = owner;
    this.#lastLine = line;
    this.#lastTextLine = line;
    this.#blanks = 0;
  }

  /** `number`: its place among the discussions, or nothing for a lead-in. */
  finish(number: number | undefined): Thread {
    const comments = this.#comments;
    for (const comment of comments) comment.text = trimmed(comment.text);
    const { anchorLine, onMarkerLine } = this.#begun;
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

/** The text without blank lines at its beginning and without white space at its end. */
function trimmed(text: string): string {
  return /^\s/.test(text) ? text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd() : text.trimEnd();
}

/** The last marker that is known decides; none means open. */
function statusOf(markers: readonly string[]): ThreadStatus {
  for (let index = markers.length - 1; index >= 0; index--) {
    const marker = markers[index]?.toUpperCase();
    if (marker === 'RESOLVED' || marker === 'REOPEN' || marker === 'OPEN') return marker;
  }
  return 'OPEN';
}
