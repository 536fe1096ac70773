import type { Discussions } from '../inline/discussion.ts';
import { parseDiscussions } from '../inline/parse-discussions.ts';
import { reply } from '../inline/reply.ts';
import { setStatus } from '../inline/set-status.ts';
import { startThread } from '../inline/start-thread.ts';
import { applyEdit } from '../inline/text-edit.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { Sha256 } from '../ports/sha256.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { activeThreads } from './decision.ts';
import type { WrittenItem } from './events.ts';
import { matchInline } from './inline-match.ts';
import { isSaidIn, speakerOf, spokenMessages } from './inline-speaker.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import type { ReviewState } from './state.ts';
import type { Message, Thread } from './thread.ts';
import { isWriteDue } from './write-due.ts';

/** What of a review is still to be written into its file, in the order in which it happened. */
export interface DueWrite {
  readonly thread: Thread;
  /** A message of the thread; without it the thread's own first one, or with `status` its resolution. */
  readonly message?: Message;
  readonly status?: 'resolved' | 'reopen';
  readonly speaker: string;
}

/**
 * What is due for a file: answers in threads that stand in it, their resolutions, and with write-back every new
 * thread as well. Nothing is due for a diff or for a text without a file.
 */
export function dueWrites(state: ReviewState, fileId: string): readonly DueWrite[] {
  return activeThreads(state, fileId)
    .filter((thread) => isWriteDue(thread, state))
    .flatMap((thread): readonly DueWrite[] => {
      const speaker = speakerOf(thread.author, 'person', state.started);
      const root = thread.inlineKey === undefined ? [{ thread, speaker }] : [];
      return [...root, ...dueMessages(thread, state), ...dueStatus(thread, state)];
    });
}

function dueMessages(thread: Thread, { started }: ReviewState): readonly DueWrite[] {
  return spokenMessages(thread, started)
    .filter(({ message }) => message.inFile !== true)
    .map((spoken) => ({ thread, ...spoken }));
}

function dueStatus(thread: Thread, { started }: ReviewState): readonly DueWrite[] {
  if (!thread.statusDue) return [];
  const status = thread.resolution === null ? 'reopen' : 'resolved';
  return [{ thread, status, speaker: speakerOf(thread.author, 'person', started) }];
}

/** A file's text with what is due written into it. */
export interface WrittenText {
  readonly text: string;
  readonly items: readonly WrittenItem[];
}

/** What the text is, and what it is compared with. */
export interface WriteContext {
  readonly state: ReviewState;
  /** The review's own present text of the file, which must be what the disk has. */
  readonly document: ReviewedDocument;
  readonly sha256: Sha256;
}

/**
 * Writes what is due into a file's text. What stands there already is not written again, so that a crash between
 * file and log does no harm. Refused with the reason of the first write that cannot be made.
 */
export function writeDue(due: readonly DueWrite[], context: WriteContext): WrittenText | Refusal {
  const { speakers } = context.state.started;
  const read = (text: string): Discussions =>
    parseDiscussions(text, omitUndefined({ speakers: speakers?.configured }));
  let { text } = context.document;
  const items: WrittenItem[] = [];
  for (const write of due) {
    const discussions = read(text);
    const changed =
      write.message === undefined && write.status === undefined
        ? openInFile(write, discussions, { ...context, isChanged: text !== context.document.text })
        : changeInFile(write, discussions, context);
    if (isRefusal(changed)) return changed;
    if (changed.edit !== undefined) text = applyEdit(text, changed.edit);
    items.push(itemOf(write));
  }
  return { text, items };
}

function itemOf({ thread, message, status }: DueWrite): WrittenItem {
  const { id: threadId } = thread;
  if (status !== undefined) return { threadId, status: true };
  return message === undefined ? { threadId } : { threadId, messageId: message.id };
}

interface Edited {
  readonly edit?: Parameters<typeof applyEdit>[1];
}

/** Lines above an earlier insertion stay where they are, so the last line of a block is counted from the text's end. */
function openInFile(
  { thread, speaker }: DueWrite,
  discussions: Discussions,
  { document, isChanged }: WriteContext & { readonly isChanged: boolean },
): Edited | Refusal {
  if (discussions.threads.some(({ root }) => isSaidIn(root, speaker, thread.text))) return {};
  const block = document.blocks[thread.place.anchorEnd - 1];
  if (block === undefined)
    return refuse('not_found', `thread ${thread.id} stands at no block of the file`);
  const line = isChanged ? lineNow(block.lineEnd, document.text, discussions.text) : block.lineEnd;
  return startThread(discussions, { anchorLine: line, speaker, message: thread.text });
}

/** Where a line of the first text stands in the text after insertions: the n-th line that both have in common. */
function lineNow(line: number, before: string, after: string): number {
  const old = before.split(/\r\n?|\n/);
  const now = after.split(/\r\n?|\n/);
  let position = 0;
  for (let index = 0; index < line; index++) {
    while (position < now.length && now[position] !== old[index]) position++;
    position++;
  }
  return position;
}

function changeInFile(
  write: DueWrite,
  discussions: Discussions,
  context: WriteContext,
): Edited | Refusal {
  const { thread, message, status, speaker } = write;
  const discussion = findDiscussion(write, discussions, context);
  if (discussion === undefined) {
    return refuse('not_found', `thread ${thread.id} does not stand in the file any more`);
  }
  if (status !== undefined)
    return setStatus(discussions, discussion, { status, operator: speaker });
  const text = message?.text ?? '';
  const isThere = discussion.comments.slice(1).some((comment) => isSaidIn(comment, speaker, text));
  if (isThere && !isRepeated(write)) return {};
  return reply(discussions, discussion, { speaker, message: text });
}

/** Whether somebody has said the same words before in the thread: then finding them in the file proves nothing. */
function isRepeated({ thread, message }: DueWrite): boolean {
  return [...thread.replies, ...thread.takes].some(
    (reply) => reply.id !== message?.id && reply.inFile === true && reply.text === message?.text,
  );
}

function findDiscussion(
  { thread, speaker }: DueWrite,
  discussions: Discussions,
  { state, sha256 }: WriteContext,
) {
  const shown = discussions.threads.map((discussion) => ({
    thread: discussion,
    lifted: true,
    anchorLine: discussion.anchorLine,
  }));
  const threads = activeThreads(state, thread.fileId);
  const match = matchInline(shown, threads, { sha256, started: state.started }).find(
    (candidate) => candidate.thread?.id === thread.id,
  );
  if (match !== undefined || thread.inlineKey !== undefined) return match?.shown.thread;
  return discussions.threads.find(({ root }) => isSaidIn(root, speaker, thread.text));
}
