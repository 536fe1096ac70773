import { type Refusal, refuse } from '../refusal.ts';
import type { Comment, Discussions, InlineThread } from './discussion.ts';
import { parseDiscussions } from './parse-discussions.ts';
import { applyEdit, type TextEdit } from './text-edit.ts';

/** An edit that was verified: the new text reads as exactly the expected discussions. */
export interface VerifiedEdit {
  readonly edit: TextEdit;
  /** The document after the edit. */
  readonly after: Discussions;
}

/** The threads of a document with their comments as strings; equal for equal trees. */
export type Shape = readonly ThreadShape[];

export interface ThreadShape {
  readonly head: string;
  readonly comments: readonly string[];
}

/** Returns the shape of all threads, lead-ins included. */
export function shapeOf({ all }: Discussions): Shape {
  return all.map(threadShape);
}

function threadShape({ leadIn, status, comments }: InlineThread): ThreadShape {
  return { head: headShape(leadIn, status), comments: comments.map(commentShape) };
}

export function headShape(leadIn: boolean, status: InlineThread['status']): string {
  return `${leadIn ? 'lead-in' : 'thread'} ${status}`;
}

export function commentShape({
  depth,
  speaker,
  text,
}: Pick<Comment, 'depth' | 'speaker' | 'text'>): string {
  return `${depth} ${speaker}\0${text}`;
}

/**
 * Returns the first of several edits after which the document reads as `expected` and nothing else has changed.
 * Refused when there is none, since the text around it would change how it is read.
 */
export function verifyEdit(
  before: Discussions,
  edits: Iterable<TextEdit>,
  expected: Shape,
): VerifiedEdit | Refusal {
  for (const edit of edits) {
    const after = parseDiscussions(applyEdit(before.text, edit), before.options);
    if (isSameShape(shapeOf(after), expected) && hasSameOrphans(before, after))
      return { edit, after };
  }
  const message =
    'written at this place, the text would be read as something else; nothing was written';
  return refuse('unsafe_edit', message, {
    next: 'look at the lines around it: an unclosed fence, HTML or a quote may swallow the comment',
  });
}

function isSameShape(first: Shape, second: Shape): boolean {
  return (
    first.length === second.length &&
    first.every((thread, index) => {
      const counterpart = second[index];
      return (
        counterpart !== undefined &&
        thread.head === counterpart.head &&
        thread.comments.length === counterpart.comments.length &&
        thread.comments.every((comment, position) => comment === counterpart.comments[position])
      );
    })
  );
}

function hasSameOrphans(before: Discussions, after: Discussions): boolean {
  return (
    before.orphans.length === after.orphans.length &&
    before.orphans.every((orphan, index) => {
      const counterpart = after.orphans[index];
      return counterpart !== undefined && commentShape(orphan) === commentShape(counterpart);
    })
  );
}
