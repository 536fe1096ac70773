import type { Comment, LineSpan, Thread, ThreadStatus } from './discussion.ts';

interface CommentStart {
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

/** A comment while its lines are still being read. Lines count from 0 here. */
export class CommentDraft {
  readonly begun: CommentStart;
  readonly depth: number;
  parent = 0;
  index = 0;
  text: string;
  readonly spans: { start: number; end: number }[];

  constructor(begun: CommentStart) {
    this.begun = begun;
    this.depth = begun.depth;
    this.text = begun.text;
    this.spans = [{ start: begun.line, end: begun.line }];
  }

  get speakerKey(): string {
    return this.begun.speakerKey;
  }

  finish(): Comment {
    const { depth, speaker, speakerKey, line, start, tagAt, textAt, markers } = this.begun;
    const spans: LineSpan[] = this.spans.map((span) => ({
      start: span.start + 1,
      end: span.end + 1,
    }));
    const text = this.text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
    const { index, parent } = this;
    return {
      index,
      depth,
      parent,
      speaker,
      speakerKey,
      text,
      line: line + 1,
      spans,
      start,
      tagAt,
      textAt,
      markers,
    };
  }
}

/** A thread while its lines are still being read. */
export class ThreadDraft {
  readonly #begun: { line: number; anchor: number; onMarkerLine: boolean };
  readonly #comments: CommentDraft[] = [];
  /** The last comment and those that it answers, by rising depth. */
  readonly #path: CommentDraft[] = [];
  #lastOwner: CommentDraft | undefined;
  #lastLine: number;
  #lastTextLine: number;
  #blanks = 0;

  constructor(begun: { line: number; anchor: number; onMarkerLine: boolean }) {
    this.#begun = begun;
    this.#lastLine = begun.line;
    this.#lastTextLine = begun.line;
  }

  get root(): CommentDraft {
    const root = this.#comments[0];
    if (root === undefined) throw new Error('a thread was read without a root');
    return root;
  }

  /** Whether nobody has answered. */
  get isLone(): boolean {
    return this.#comments.length === 1;
  }

  /** The comment that the line before belongs to. */
  get lastOwner(): CommentDraft {
    return this.#lastOwner ?? this.root;
  }

  get lastTextLine(): number {
    return this.#lastTextLine;
  }

  /** The comment that untagged text at a depth goes on with: the nearest above that is no deeper. */
  ownerAt(depth: number): CommentDraft {
    return this.#path.findLast((comment) => comment.depth <= depth) ?? this.root;
  }

  addComment(comment: CommentDraft): void {
    while ((this.#path.at(-1)?.depth ?? 0) >= comment.depth) this.#path.pop();
    comment.parent = this.#path.at(-1)?.index ?? 0;
    comment.index = this.#comments.push(comment);
    this.#path.push(comment);
    this.#goOn(comment, comment.begun.line);
  }

  addText(owner: CommentDraft, { line, text }: { line: number; text: string }): void {
    const again = owner !== this.#lastOwner;
    owner.text += `${'\n'.repeat(again ? 2 : this.#blanks + 1)}${text}`;
    const span = owner.spans.at(-1);
    if (again || span === undefined) owner.spans.push({ start: line, end: line });
    else span.end = line;
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
    const { line, anchor, onMarkerLine } = this.#begun;
    const comments = this.#comments.map((comment) => comment.finish());
    const root = comments[0] ?? this.root.finish();
    return {
      id: number === undefined ? '' : `T-${String(number).padStart(3, '0')}`,
      leadIn: number === undefined,
      status: statusOf(root.markers),
      root,
      comments,
      lines: { start: line + 1, end: this.#lastLine + 1 },
      anchorLine: anchor + 1,
      onMarkerLine,
    };
  }
}

/** The last marker that is known decides; none means open. */
function statusOf(markers: readonly string[]): ThreadStatus {
  for (let index = markers.length - 1; index >= 0; index--) {
    const marker = markers[index]?.toUpperCase();
    if (marker === 'RESOLVED' || marker === 'REOPEN' || marker === 'OPEN') return marker;
  }
  return 'OPEN';
}
