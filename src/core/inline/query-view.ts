import type { Sha256 } from '../ports/sha256.ts';
import { beginningOf } from '../text/whole-characters.ts';
import type { Comment, Discussions, InlineThread, ThreadStatus } from './discussion.ts';
import { mentionsIn } from './mentions.ts';
import { normaliseText } from './normalise.ts';

/** A discussion as `query` lists it; field names are those of the wire. */
export interface ThreadView {
  readonly file?: string;
  /** Empty for a lead-in. */
  readonly thread_id: string;
  readonly initiator: string;
  readonly status: ThreadStatus;
  readonly last_speaker: string;
  readonly reply_count: number;
  readonly snippet: string;
  readonly total_lines: number;
  readonly anchor_line: number;
  readonly anchor_text: string;
  readonly root_line: number;
  readonly root_text: string;
  readonly mentioned_agents: readonly string[];
  readonly key: string;
  readonly comments: readonly CommentView[];
  /** On entries that are no discussion. */
  readonly lead_in?: true;
  /** With a blocker filter: why it waits. */
  readonly category?: BlockerCategory;
}

interface CommentView {
  readonly index: number;
  readonly depth: number;
  readonly speaker: string;
  readonly text: string;
  readonly line: number;
}

export type BlockerCategory = 'awaiting_my_reply' | 'unresolved' | 'unanswered';

/** Returns the root of a tuple: speaker and text, normalised, without a marker. */
export function rootTextOf({ root }: InlineThread): string {
  return joinRoot(root.speaker, normaliseText(root.text));
}

function joinRoot(speaker: string, text: string): string {
  return `${normaliseText(speaker)}:${text === '' ? '' : ` ${text}`}`;
}

/** Returns the normalised text of the line that a thread is anchored at; empty when there is none. */
export function anchorTextOf({ text, scan }: Discussions, { anchorLine }: InlineThread): string {
  if (anchorLine === 0) return '';
  const { begin, end } = scan.bounds;
  const line = text.slice(begin[anchorLine - 1], end[anchorLine - 1]);
  return normaliseText(anchorLine === 1 ? line.replace(/^\ufeff/, '') : line);
}

/** Returns a stable key for a thread, of its speaker and root text, whatever its number and position. */
export function keyOf({ root }: InlineThread, sha256: Sha256): string {
  return keyOfText(root.speakerKey, normaliseText(root.text), sha256);
}

function keyOfText(speakerKey: string, text: string, sha256: Sha256): string {
  return sha256(`${speakerKey}\0${text}`).slice(0, 12);
}

/** Returns the keys of all speakers of a document. */
export function speakersOf({ all }: Discussions): Set<string> {
  const keys = new Set<string>();
  for (const { comments } of all) for (const { speakerKey } of comments) keys.add(speakerKey);
  return keys;
}

/** Returns a function that makes the view of a thread. */
export function threadViewer(
  discussions: Discussions,
  sha256: Sha256,
): (thread: InlineThread) => ThreadView {
  const speakers = speakersOf(discussions);
  return (thread) => {
    const { root, comments } = thread;
    const text = normaliseText(root.text);
    const view: ThreadView = {
      thread_id: thread.id,
      initiator: root.speaker,
      status: thread.status,
      last_speaker: comments.at(-1)?.speaker ?? root.speaker,
      reply_count: comments.length - 1,
      snippet: beginningOf(text, 80),
      total_lines: discussions.totalLines,
      anchor_line: thread.anchorLine,
      anchor_text: anchorTextOf(discussions, thread),
      root_line: root.line,
      root_text: joinRoot(root.speaker, text),
      mentioned_agents: mentionsOfThread(thread, speakers),
      key: keyOfText(root.speakerKey, text, sha256),
      comments: comments.map(viewComment),
    };
    return thread.leadIn ? { ...view, lead_in: true } : view;
  };
}

function viewComment({ index, depth, speaker, text, line }: Comment): CommentView {
  return { index, depth, speaker, text, line };
}

function mentionsOfThread(
  { comments }: InlineThread,
  speakers: ReadonlySet<string>,
): readonly string[] {
  const mentions = new Map<string, string>();
  for (const { text } of comments) {
    if (!text.includes('@')) continue;
    for (const { key, name } of mentionsIn(text, speakers)) {
      if (!mentions.has(key)) mentions.set(key, name);
    }
  }
  return mentions.size === 0 ? none : [...mentions.values()];
}

const none: readonly string[] = [];
