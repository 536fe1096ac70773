import { type Refusal, refuse } from '../refusal.ts';
import { sameJson } from '../same-json.ts';
import { conflictMarkers } from './conflict-markers.ts';
import type { Comment, Discussions, InlineThread } from './discussion.ts';
import type { InlineChange } from './inline-change.ts';
import { parseDiscussions } from './parse-discussions.ts';
import { kindOf, lineKind } from './scan/leaf.ts';
import { applyEdit, type TextEdit } from './text-edit.ts';

/** The threads of a document with their comments as strings; equal for equal trees. */
export type Shape = readonly ThreadShape[];

interface ThreadShape {
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

/** What a document is to read as after an edit, and the position of the thread that the edit concerns. */
export interface Expected {
  readonly shape: Shape;
  readonly threadIndex: number;
}

/**
 * Returns the first of several edits after which the document reads as expected and nothing else has changed. Refused
 * when there is none, since the text around it would change how it is read.
 */
export function verifyEdit(
  before: Discussions,
  edits: Iterable<TextEdit>,
  { shape, threadIndex }: Expected,
): InlineChange | Refusal {
  const [conflict] = conflictMarkers(before.scan);
  if (conflict !== undefined) {
    const message = `the file holds a merge conflict on line ${conflict}; nothing was written`;
    return refuse('merge_conflict', message, { next: 'resolve the conflict, then repeat this' });
  }
  const definitions = countDefinitions(before);
  for (const edit of edits) {
    const after = parseDiscussions(applyEdit(before.text, edit), before.options);
    const thread = after.all[threadIndex];
    if (thread === undefined || !sameJson(shapeOf(after), shape)) continue;
    if (countDefinitions(after) > definitions) continue;
    if (sameJson(orphanShapes(before), orphanShapes(after))) return { edit, after, thread };
  }
  const message =
    'written at this place, the text would be read as something else; nothing was written';
  return refuse('unsafe_edit', message, {
    next: 'look at the lines around it: an unclosed fence, HTML or a quote may swallow the comment',
  });
}

/** How many lines define something for the whole document; a comment must not. */
function countDefinitions({ scan }: Discussions): number {
  return scan.kinds.reduce(
    (count, kind) => count + Number(kindOf(kind) === lineKind.definition),
    0,
  );
}

function orphanShapes({ orphans }: Discussions): readonly string[] {
  return orphans.map(commentShape);
}
