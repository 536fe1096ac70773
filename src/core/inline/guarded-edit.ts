import { type Refusal, refuse } from '../refusal.ts';
import type { Comment, Discussions, Thread } from './discussion.ts';
import { parseDiscussions } from './parse-discussions.ts';
import { applyEdit, type TextEdit } from './text-edit.ts';

/** A change to a file's discussions that was checked: reading the new text gives exactly what was meant. */
export interface GuardedEdit {
  readonly edit: TextEdit;
  /** The document after the edit. */
  readonly after: Discussions;
}

/** What a document's discussions are made of, one entry per thread and comment; equal for equal trees. */
export type Shape = readonly ThreadShape[];

export interface ThreadShape {
  readonly head: string;
  readonly comments: readonly string[];
}

/** The shape of all threads, lead-ins included. */
export function shapeOf({ all }: Discussions): Shape {
  return all.map(threadShape);
}

export function threadShape({ leadIn, status, comments }: Thread): ThreadShape {
  return { head: headShape(leadIn, status), comments: comments.map(commentShape) };
}

export function headShape(leadIn: boolean, status: Thread['status']): string {
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
 * The first of several ways to write a change after which the document reads as `meant`, and nothing else has changed.
 * Refuses when there is none: then the surroundings would make something else of it.
 */
export function guardEdit(
  before: Discussions,
  edits: Iterable<TextEdit>,
  meant: Shape,
): GuardedEdit | Refusal {
  for (const edit of edits) {
    const after = parseDiscussions(applyEdit(before.text, edit), before.options);
    if (sameShape(shapeOf(after), meant) && sameOrphans(before, after)) return { edit, after };
  }
  return refuse(
    'unsafe_edit',
    'written at this place, the text would be read as something else; nothing was written',
    {
      next: 'look at the lines around it: an unclosed fence, HTML or a quote may swallow the comment',
    },
  );
}

function sameShape(one: Shape, other: Shape): boolean {
  return (
    one.length === other.length &&
    one.every((thread, index) => {
      const counterpart = other[index];
      return (
        counterpart !== undefined &&
        thread.head === counterpart.head &&
        thread.comments.length === counterpart.comments.length &&
        thread.comments.every((comment, place) => comment === counterpart.comments[place])
      );
    })
  );
}

function sameOrphans(before: Discussions, after: Discussions): boolean {
  return (
    before.orphans.length === after.orphans.length &&
    before.orphans.every((orphan, index) => {
      const other = after.orphans[index];
      return other !== undefined && commentShape(orphan) === commentShape(other);
    })
  );
}
