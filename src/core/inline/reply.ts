import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { readPrefix } from './comment-tag.ts';
import { type ComposedComment, composeComment, emptyLineOf } from './compose-comment.ts';
import type { Comment, Discussions, InlineThread } from './discussion.ts';
import { escapeMessage } from './escape-message.ts';
import type { InlineChange } from './inline-change.ts';
import { checkSpeaker } from './speaker.ts';
import { insertLines, type TextEdit } from './text-edit.ts';
import { indentOf } from './thread-indent.ts';
import { commentShape, headShape, shapeOf, verifyEdit } from './verify-edit.ts';

/** From this depth on a reply has the depth of what it answers. */
const maxDepth = 6;

interface NewReply {
  readonly speaker: string;
  readonly message: string;
  /** The index of the comment that it answers; the thread's last without it. */
  readonly to?: number;
}

/** Adds a reply to a thread: at its end, or after the existing replies to one of its comments. */
export function reply(
  discussions: Discussions,
  thread: InlineThread,
  { speaker, message, to }: NewReply,
): InlineChange | Refusal {
  const name = checkSpeaker(speaker);
  if (isRefusal(name)) return name;
  const safe = escapeMessage(message);
  if (isRefusal(safe)) return safe;
  const target = to === undefined ? thread.comments.at(-1) : thread.comments[to - 1];
  if (target === undefined) return commentNotFound(thread, to);
  const flattened = target.depth >= maxDepth;
  const depth = flattened ? target.depth : target.depth + 1;
  const indent = indentOf(discussions, thread);
  const composed = composeComment({ speaker: name, depth, indent, message: safe });
  const last = to === undefined ? thread.comments.length : lastDescendant(thread, target);
  const threadIndex = discussions.all.indexOf(thread);
  const comment = commentShape({ depth, speaker: name, text: composed.text });
  const shape = shapeOf(discussions).with(threadIndex, {
    head: headShape(thread.leadIn, thread.status),
    comments: thread.comments.map(commentShape).toSpliced(last, 0, comment),
  });
  const line = to === undefined ? thread.lines.end : lineAfter(thread, target, last);
  const point: InsertionPoint = { thread, line, last, depth, indent };
  const variants = insertionVariants(discussions, point, composed);
  const changed = verifyEdit(discussions, variants, { shape, threadIndex });
  return isRefusal(changed) || !flattened ? changed : { ...changed, flattened };
}

/** Returns the refusal of a comment index that the thread does not have. */
export function commentNotFound(
  { id, comments }: InlineThread,
  index: number | undefined,
): Refusal {
  const message = `${id} has no comment ${index}; it has comments 1 to ${comments.length}`;
  return refuse('comment_not_found', message, { field: 'comment' });
}

/** The index of the last comment below `target`, or its own. */
function lastDescendant({ comments }: InlineThread, target: Comment): number {
  let last = target.index;
  while ((comments[last]?.depth ?? 0) > target.depth) last++;
  return last;
}

/** Where a reply goes: before `line` (from 0), after the thread's comment `last` (from 1). */
interface InsertionPoint {
  readonly thread: InlineThread;
  readonly line: number;
  readonly last: number;
  readonly depth: number;
  readonly indent: string;
}

/** The line, from 0, after a comment and its replies, down to comment `last`. */
function lineAfter({ comments }: InlineThread, target: Comment, last: number): number {
  let line = 0;
  for (const { spans } of comments.slice(target.index - 1, last)) {
    line = Math.max(line, spans.at(-1)?.end ?? 0);
  }
  return line;
}

/**
 * The variants of inserting a reply, the plainest first: with a line of markers alone before it where it would continue
 * the paragraph above, and after it where the next comment would continue it.
 */
function* insertionVariants(
  discussions: Discussions,
  point: InsertionPoint,
  { lines }: ComposedComment,
): Generator<TextEdit> {
  const { depth, indent } = point;
  const before = mergesWithLineAbove(discussions, point) ? [emptyLineOf(depth, indent)] : [];
  const after = separatorAfter(point);
  yield insertLines(discussions, point.line, [...before, ...lines, ...after]);
  yield insertLines(discussions, point.line, [...before, ...lines, '']);
  for (let markers = depth; markers >= 0; markers--) {
    const separator = markers === 0 ? '' : emptyLineOf(markers, indent);
    yield insertLines(discussions, point.line, [separator, ...lines, ...after]);
    yield insertLines(discussions, point.line, [separator, ...lines, '']);
  }
}

function mergesWithLineAbove(
  discussions: Discussions,
  { thread, line, last, depth }: InsertionPoint,
): boolean {
  const above = prefixOf(discussions, line - 1);
  if (above.isEmpty) return false;
  return depth <= Math.max(above.depth, thread.comments[last - 1]?.depth ?? 0);
}

/** A line of markers alone for a comment that follows immediately and is no deeper. */
function separatorAfter(point: InsertionPoint): readonly string[] {
  const next = point.thread.comments[point.last];
  if (next === undefined || next.line !== point.line + 1 || next.depth > point.depth) return [];
  return [emptyLineOf(next.depth, point.indent)];
}

function prefixOf({ text, scan }: Discussions, line: number): { depth: number; isEmpty: boolean } {
  const position = scan.quoteStarts[line] ?? -1;
  if (position < 0) return { depth: 0, isEmpty: false };
  const end = scan.bounds.end[line] ?? position;
  const prefix = readPrefix({ text, position, end });
  return { depth: prefix.depth, isEmpty: prefix.position >= end };
}
