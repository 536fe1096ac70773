import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { InlineChange } from './change.ts';
import { readPrefix } from './comment-tag.ts';
import { bareLine, type ComposedComment, composeComment } from './compose-comment.ts';
import type { Comment, Discussions, Thread } from './discussion.ts';
import { commentShape, guardEdit, shapeOf, type ThreadShape } from './guarded-edit.ts';
import { makeSafe } from './safe-message.ts';
import { checkSpeaker } from './speaker.ts';
import { insertLines, type TextEdit } from './text-edit.ts';
import { indentOf } from './thread-indent.ts';

/** From this depth on a reply stands beside what it answers. */
const deepestNesting = 6;

interface NewReply {
  readonly speaker: string;
  readonly message: string;
  /** The index of the comment that it answers; the thread's last without it. */
  readonly to?: number;
}

/** Answers in a thread: at its end, or right below what one of its comments has been answered so far. */
export function reply(
  discussions: Discussions,
  thread: Thread,
  { speaker, message, to }: NewReply,
): InlineChange | Refusal {
  const name = checkSpeaker(speaker);
  if (isRefusal(name)) return name;
  const safe = makeSafe(message);
  if (isRefusal(safe)) return safe;
  const target = to === undefined ? thread.comments.at(-1) : thread.comments[to - 1];
  if (target === undefined) return noSuchComment(thread, to);
  const flattened = target.depth >= deepestNesting;
  const depth = flattened ? target.depth : target.depth + 1;
  const indent = indentOf(discussions, thread);
  const composed = composeComment({ speaker: name, depth, indent, message: safe });
  const last = to === undefined ? thread.comments.length : lastDescendant(thread, target);
  const place = discussions.all.indexOf(thread);
  const shape = shapeOf(discussions);
  const written = commentShape({ depth, speaker: name, text: composed.text });
  const meant = shape.with(place, withComment(shape[place], { at: last, written }));
  const line = to === undefined ? thread.lines.end : lineBehind(thread, target, last);
  const slot: Slot = { thread, line, last, depth, indent };
  const changed = guardEdit(discussions, waysToInsert(discussions, slot, composed), meant);
  if (isRefusal(changed)) return changed;
  return {
    edit: changed.edit,
    after: changed.after,
    thread: changed.after.all[place] ?? thread,
    ...(flattened ? { flattened } : {}),
  };
}

export function noSuchComment({ id, comments }: Thread, asked: number | undefined): Refusal {
  return refuse(
    'comment_not_found',
    `${id} has no comment ${asked}; it has comments 1 to ${comments.length}`,
    { field: 'comment' },
  );
}

/** The index of the last comment below `target`, or its own. */
function lastDescendant({ comments }: Thread, target: Comment): number {
  let last = target.index;
  while ((comments[last]?.depth ?? 0) > target.depth) last++;
  return last;
}

function withComment(
  thread: ThreadShape | undefined,
  { at, written }: { at: number; written: string },
): ThreadShape {
  const { head, comments } = thread ?? { head: '', comments: [] };
  return { head, comments: comments.toSpliced(at, 0, written) };
}

/** Where a reply goes: before `line` (from 0), after the thread's comment `last` (from 1). */
interface Slot {
  readonly thread: Thread;
  readonly line: number;
  readonly last: number;
  readonly depth: number;
  readonly indent: string;
}

/** The line, from 0, behind a comment and all that answer it, down to comment `last`. */
function lineBehind({ comments }: Thread, target: Comment, last: number): number {
  let line = 0;
  for (const { spans } of comments.slice(target.index - 1, last)) {
    line = Math.max(line, spans.at(-1)?.end ?? 0);
  }
  return line;
}

/**
 * The ways to write a reply at its place, the plainest first: a line of bare markers before it where it would run into
 * the paragraph above, one after it where the next comment would run into it.
 */
function* waysToInsert(
  discussions: Discussions,
  slot: Slot,
  { lines }: ComposedComment,
): Generator<TextEdit> {
  const { depth, indent } = slot;
  const before = runsIntoLineAbove(discussions, slot) ? [bareLine(depth, indent)] : [];
  const after = bareAfter(slot);
  yield insertLines(discussions, slot.line, [...before, ...lines, ...after]);
  yield insertLines(discussions, slot.line, [...before, ...lines, '']);
  for (let bare = depth; bare >= 0; bare--) {
    const separator = bare === 0 ? '' : bareLine(bare, indent);
    yield insertLines(discussions, slot.line, [separator, ...lines, ...after]);
    yield insertLines(discussions, slot.line, [separator, ...lines, '']);
  }
}

function runsIntoLineAbove(discussions: Discussions, { thread, line, last, depth }: Slot): boolean {
  const above = prefixOf(discussions, line - 1);
  if (above.bare) return false;
  return depth <= Math.max(above.depth, thread.comments[last - 1]?.depth ?? 0);
}

/** A line of bare markers for a comment that follows at once and is no deeper. */
function bareAfter(slot: Slot): readonly string[] {
  const next = slot.thread.comments[slot.last];
  if (next === undefined || next.line !== slot.line + 1 || next.depth > slot.depth) return [];
  return [bareLine(next.depth, slot.indent)];
}

function prefixOf({ text, scan }: Discussions, line: number): { depth: number; bare: boolean } {
  const at = scan.quoteAt[line] ?? -1;
  if (at < 0) return { depth: 0, bare: false };
  const end = scan.bounds.end[line] ?? at;
  const prefix = readPrefix({ text, at, end });
  return { depth: prefix.depth, bare: prefix.at >= end };
}
