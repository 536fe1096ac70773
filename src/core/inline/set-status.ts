import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { InlineChange } from './change.ts';
import { tagOf } from './compose-comment.ts';
import type { Discussions, Thread } from './discussion.ts';
import { guardEdit, headShape, shapeOf } from './guarded-edit.ts';
import { speakerKey } from './speaker.ts';
import type { TextEdit } from './text-edit.ts';

interface StatusChange {
  readonly status: 'resolved' | 'reopen';
  readonly operator: string;
}

/** Resolves a thread, which its initiator alone may, or reopens a resolved one. */
export function setStatus(
  discussions: Discussions,
  thread: Thread,
  { status, operator }: StatusChange,
): InlineChange | Refusal {
  const wanted = status === 'resolved' ? 'RESOLVED' : 'REOPEN';
  const { root } = thread;
  if (wanted === 'RESOLVED' && speakerKey(operator) !== root.speakerKey) {
    return refuse(
      'not_initiator',
      `only ${root.speaker}, who opened ${thread.id}, resolves it; ${operator} did not`,
      { field: 'operator' },
    );
  }
  if (thread.status === wanted) return { after: discussions, thread };
  if (wanted === 'REOPEN' && thread.status === 'OPEN') {
    return refuse('not_resolved', `${thread.id} is open; only a resolved thread is reopened`, {
      field: 'status',
    });
  }
  const place = discussions.all.indexOf(thread);
  const meant = shapeOf(discussions).with(place, {
    head: headShape(thread.leadIn, wanted),
    comments: shapeOf(discussions)[place]?.comments ?? [],
  });
  const changed = guardEdit(discussions, [retag(discussions, thread, wanted)], meant);
  if (isRefusal(changed)) return changed;
  return { edit: changed.edit, after: changed.after, thread: changed.after.all[place] ?? thread };
}

function retag({ text }: Discussions, { root }: Thread, status: 'RESOLVED' | 'REOPEN'): TextEdit {
  const space = /[^\r\n]/.test(text.charAt(root.textAt)) ? ' ' : '';
  return {
    offset: root.tagAt,
    deleteLength: root.textAt - root.tagAt,
    insertText: `${tagOf(root.speaker, status)}${space}`,
  };
}
