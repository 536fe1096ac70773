import { type Refusal, refuse } from '../refusal.ts';
import { tagOf } from './compose-comment.ts';
import type { Discussions, InlineThread } from './discussion.ts';
import type { InlineChange } from './inline-change.ts';
import { speakerKey } from './speaker.ts';
import type { TextEdit } from './text-edit.ts';
import { commentShape, headShape, shapeOf, verifyEdit } from './verify-edit.ts';

interface StatusChange {
  readonly status: 'resolved' | 'reopen';
  readonly operator: string;
}

/** Resolves a thread, which only its initiator may do, or reopens a resolved one. */
export function setStatus(
  discussions: Discussions,
  thread: InlineThread,
  { status, operator }: StatusChange,
): InlineChange | Refusal {
  const newStatus = status === 'resolved' ? 'RESOLVED' : 'REOPEN';
  const { root } = thread;
  if (newStatus === 'RESOLVED' && speakerKey(operator) !== root.speakerKey) {
    const message = `only ${root.speaker}, who opened ${thread.id}, resolves it; ${operator} did not`;
    return refuse('not_initiator', message, { field: 'operator' });
  }
  if (thread.status === newStatus) return { after: discussions, thread };
  if (newStatus === 'REOPEN' && thread.status === 'OPEN') {
    return refuse('not_resolved', `${thread.id} is open; only a resolved thread is reopened`, {
      field: 'status',
    });
  }
  const threadIndex = discussions.all.indexOf(thread);
  const head = headShape(thread.leadIn, newStatus);
  const comments = thread.comments.map(commentShape);
  const shape = shapeOf(discussions).with(threadIndex, { head, comments });
  const edits = [retag(discussions, thread, newStatus)];
  return verifyEdit(discussions, edits, { shape, threadIndex });
}

function retag(
  { text }: Discussions,
  { root }: InlineThread,
  status: 'RESOLVED' | 'REOPEN',
): TextEdit {
  const space = /[^\r\n]/.test(text.charAt(root.textStart)) ? ' ' : '';
  return {
    offset: root.tagStart,
    deleteLength: root.textStart - root.tagStart,
    insertText: `${tagOf(root.speaker, status)}${space}`,
  };
}
