import { omitUndefined } from '../omit-undefined.ts';
import type { WrittenItem } from './events.ts';
import type { ReviewState } from './state.ts';
import type { Message, Thread, Unwritable } from './thread.ts';

/** What is still to be written of a thread, and why the file cannot hold it where that is known. */
export interface DueItem {
  /** A message of the thread, or with `status` its decision; without both the thread's own first message. */
  readonly message?: Message;
  readonly status?: 'resolved' | 'reopen';
  readonly unwritable?: Unwritable;
}

/** What of a thread is still to be written into the reviewed file. Nothing is due for a diff or a text without a file. */
export function dueItems(thread: Thread, { files, started }: ReviewState): readonly DueItem[] {
  const file = files.get(thread.fileId);
  if (file?.kind !== 'markdown' || file.realPath === undefined) return [];
  const { inlineKey, unwritable } = thread;
  const isNew = inlineKey === undefined;
  if (isNew && (started.writeBack !== true || thread.orphaned)) return [];
  const because = unwritable === undefined ? {} : { unwritable };
  const messages = [...thread.replies, ...thread.takes]
    .filter(({ inFile, removedIn }) => inFile !== true && removedIn === undefined)
    .sort((first, second) => first.position - second.position)
    .map((message): DueItem => ({ ...(isNew ? because : {}), ...reasonOf(message), message }));
  const status = thread.resolution === null ? 'reopen' : 'resolved';
  return [
    ...(isNew ? [because] : []),
    ...messages,
    ...(thread.statusDue ? [{ ...because, status } as const] : []),
  ];
}

function reasonOf({ unwritable }: Message): { readonly unwritable?: Unwritable } {
  return unwritable === undefined ? {} : { unwritable };
}

/** How far a thread's way into its file has come: it waits, or the file cannot hold it. */
export interface WriteBack {
  readonly writeBack?: 'pending' | 'none';
  readonly writeBackReason?: string;
}

/** What is said of a thread whose messages do not all stand in its file; nothing when they do. */
export function writeBackOf(thread: Thread, state: ReviewState): WriteBack {
  const due = dueItems(thread, state);
  if (due.length === 0) return {};
  const reasons = due.flatMap(({ unwritable }) => unwritable ?? []);
  const refused = reasons.find(({ textHash }) => textHash !== undefined);
  if (refused !== undefined) return { writeBack: 'none', writeBackReason: refused.reason };
  return { writeBack: 'pending', ...omitUndefined({ writeBackReason: reasons[0]?.reason }) };
}

/** Whether a write is worth trying: something is due that the present text has not refused. */
export function isWriteDue(thread: Thread, state: ReviewState): boolean {
  const textHash = state.files.get(thread.fileId)?.textHash;
  return dueItems(thread, state).some(({ unwritable }) => unwritable?.textHash !== textHash);
}

/** The part of a log's event that names what is due. */
export function itemOf({ id: threadId }: Thread, { message, status }: DueItem): WrittenItem {
  if (status !== undefined) return { threadId, status: true };
  return message === undefined ? { threadId } : { threadId, messageId: message.id };
}
