import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { composeComment, emptyLineOf } from './compose-comment.ts';
import type { Comment, Discussions, InlineThread } from './discussion.ts';
import { escapeMessage } from './escape-message.ts';
import type { InlineChange } from './inline-change.ts';
import { commentNotFound } from './reply.ts';
import { speakerKey } from './speaker.ts';
import { lineEndNear, type TextEdit } from './text-edit.ts';
import { indentOf } from './thread-indent.ts';
import { commentShape, shapeOf, verifyEdit } from './verify-edit.ts';

interface NewText {
  readonly speaker: string;
  readonly message: string;
  /** Which comment: its index, from 1. */
  readonly comment?: number;
  /** Or its depth, if only one comment, or one of the speaker, has that depth. */
  readonly depth?: number;
}

/** Replaces the whole text of a comment; only its author may. */
export function editComment(
  discussions: Discussions,
  thread: InlineThread,
  { speaker, message, comment: index, depth }: NewText,
): InlineChange | Refusal {
  const safe = escapeMessage(message);
  if (isRefusal(safe)) return safe;
  const comment = chooseComment(thread, { speaker, index, depth });
  if (isRefusal(comment)) return comment;
  if (comment.speakerKey !== speakerKey(speaker)) {
    const message = `comment ${comment.index} of ${thread.id} is ${comment.speaker}'s; ${speaker} may not edit it`;
    return refuse('not_author', message, { field: 'speaker' });
  }
  const indent = indentOf(discussions, thread);
  const status = comment.index === 1 ? thread.status : 'OPEN';
  const parts = { speaker: comment.speaker, status, depth: comment.depth, indent };
  const composed = composeComment({ ...parts, message: safe });
  const threadIndex = discussions.all.indexOf(thread);
  const shape = shapeOf(discussions);
  const { head, comments } = shape[threadIndex] ?? { head: '', comments: [] };
  const newComment = commentShape({ ...comment, text: composed.text });
  const newThread = { head, comments: comments.with(comment.index - 1, newComment) };
  const [first = '', ...rest] = composed.lines;
  const lines = [first.slice(indent.length), ...rest];
  const variants = [[], [emptyLineOf(comment.depth, indent)], ['']].map((after) =>
    replace(discussions, comment, [...lines, ...after]),
  );
  const expected = { shape: shape.with(threadIndex, newThread), threadIndex };
  return verifyEdit(discussions, variants, expected);
}

function chooseComment(
  thread: InlineThread,
  {
    speaker,
    index,
    depth,
  }: { speaker: string; index?: number | undefined; depth?: number | undefined },
): Comment | Refusal {
  const { comments, id } = thread;
  if (index !== undefined) return comments[index - 1] ?? commentNotFound(thread, index);
  if (depth === undefined) {
    return refuse('missing_comment', 'which comment: give its index or its depth', {
      field: 'comment',
    });
  }
  const atDepth = comments.filter((comment) => comment.depth === depth);
  const own = atDepth.filter((comment) => comment.speakerKey === speakerKey(speaker));
  const [first, second] = own.length > 0 ? own : atDepth;
  if (first === undefined) {
    return refuse('comment_not_found', `${id} has no comment at depth ${depth}`, {
      field: 'depth',
    });
  }
  if (second === undefined) return first;
  const message = `${id} has ${atDepth.length} comments at depth ${depth}; give the comment's index`;
  return refuse('comment_ambiguous', message, {
    field: 'depth',
    details: { comments: atDepth.map((comment) => comment.index) },
  });
}

/** Replaces all lines of a comment; what lies between its spans is kept after the new lines. */
function replace(discussions: Discussions, comment: Comment, lines: readonly string[]): TextEdit {
  const { text, scan } = discussions;
  const { begin, end } = scan.bounds;
  const mark = lineEndNear(discussions, comment.line);
  let insertText = lines.join(mark);
  let to = comment.line;
  for (const [index, span] of comment.spans.entries()) {
    if (index > 0) {
      const between = text.slice(end[to - 1], begin[span.start - 1]);
      insertText += between.replace(/(?:\r\n?|\n)$/, '');
    }
    to = span.end;
  }
  const offset = comment.start;
  return { offset, deleteLength: (end[to - 1] ?? text.length) - offset, insertText };
}
