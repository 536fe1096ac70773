import type { Sha256 } from '../needs/sha256.ts';
import type { Comment, Discussions, Thread, ThreadStatus } from './discussion.ts';
import { type Mention, mentionsIn } from './mentions.ts';
import { firstCharacters, normaliseText } from './normalise.ts';

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
  /** On entries that are shown and are no discussion. */
  readonly lead_in?: true;
  /** With a blocker filter: why it waits. */
  readonly category?: BlockerCategory;
}

export interface CommentView {
  readonly index: number;
  readonly depth: number;
  readonly speaker: string;
  readonly text: string;
  readonly line: number;
}

export type BlockerCategory = 'awaiting_my_reply' | 'unresolved' | 'unanswered';

/** What a tuple calls the root: speaker and text, normalised, without a marker. */
export function rootTextOf({ root }: Thread): string {
  return normaliseText(`${root.speaker}: ${root.text}`);
}

/** The text of the line that a thread is anchored at, normalised; empty when there is none. */
export function anchorTextOf({ text, scan }: Discussions, { anchorLine }: Thread): string {
  if (anchorLine === 0) return '';
  const { begin, end } = scan.bounds;
  return normaliseText(
    text.slice(begin[anchorLine - 1], end[anchorLine - 1]).replace(/^\ufeff/, ''),
  );
}

/** A stable name for a thread: speaker and first text, whatever its number and place. */
export function keyOf({ root }: Thread, sha256: Sha256): string {
  return sha256(`${root.speakerKey}\0${normaliseText(root.text)}`).slice(0, 12);
}

/** The keys of all who have spoken in a document. */
export function speakersOf({ all }: Discussions): Set<string> {
  const keys = new Set<string>();
  for (const { comments } of all) for (const { speakerKey } of comments) keys.add(speakerKey);
  return keys;
}

/** Makes views of a document's threads. */
export function threadViewer(
  discussions: Discussions,
  sha256: Sha256,
): (thread: Thread, more?: Pick<ThreadView, 'category'>) => ThreadView {
  const known = speakersOf(discussions);
  return (thread, more = {}) => ({
    thread_id: thread.id,
    initiator: thread.root.speaker,
    status: thread.status,
    last_speaker: thread.comments.at(-1)?.speaker ?? thread.root.speaker,
    reply_count: thread.comments.length - 1,
    snippet: firstCharacters(normaliseText(thread.root.text), 80),
    total_lines: discussions.totalLines,
    anchor_line: thread.anchorLine,
    anchor_text: anchorTextOf(discussions, thread),
    root_line: thread.root.line,
    root_text: rootTextOf(thread),
    mentioned_agents: mentionedIn(thread, known).map(({ name }) => name),
    key: keyOf(thread, sha256),
    comments: thread.comments.map(viewComment),
    ...(thread.leadIn ? { lead_in: true as const } : {}),
    ...more,
  });
}

function viewComment({ index, depth, speaker, text, line }: Comment): CommentView {
  return { index, depth, speaker, text, line };
}

function mentionedIn({ comments }: Thread, known: ReadonlySet<string>): readonly Mention[] {
  const mentions = new Map<string, Mention>();
  for (const { text } of comments) {
    if (!text.includes('@')) continue;
    for (const mention of mentionsIn(text, known)) {
      if (!mentions.has(mention.key)) mentions.set(mention.key, mention);
    }
  }
  return [...mentions.values()];
}
