import type { Author } from '../../core/author.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type {
  Delivery,
  Intent,
  VerdictConfig,
  WireFile,
  WireMessage,
  WireResolution,
  WireReview,
  WireState,
  WireThread,
} from '../../core/review/wire.ts';
import { anchorOfThread, compareAnchors, type PageAnchor } from './page-anchor.ts';
import { without } from './without.ts';

/** One contribution to a thread. The first of a thread is its opening. */
export interface PageMessage {
  readonly id: string;
  readonly role: 'opening' | 'reply' | 'take';
  readonly author: Author;
  readonly text: string;
  readonly createdAt: string;
  readonly intent?: Intent;
  readonly replacement?: string;
  readonly delivery?: Delivery;
  /** The id that its request had. */
  readonly requestId?: string;
  /** Not yet confirmed by the server. */
  readonly pending?: true;
  /** It was removed from the file since the last round. */
  readonly removed?: true;
}

/** A thread as the page shows it: anchor, messages in order, and how it was closed. */
export interface PageThread {
  readonly id: string;
  readonly anchor: PageAnchor;
  readonly breadcrumb: string;
  readonly prepopulated: boolean;
  readonly messages: readonly PageMessage[];
  readonly resolution: WireResolution | null;
  readonly orphaned: boolean;
  /** Found again with changes: a person should confirm the anchor. */
  readonly moved: boolean;
  /** The thread of an earlier review that this one goes on from, such as `review:<id>#u-3`. */
  readonly carriedFrom?: string;
  readonly pending?: true;
  /** Not all of it stands in the file: it waits, or the file cannot hold it. */
  readonly writeBack?: 'pending' | 'none';
  readonly writeBackReason?: string;
}

/** All that the server has told about the review, except drafts. */
export interface PageReview {
  readonly review: WireReview;
  readonly files: readonly WireFile[];
  readonly threads: ReadonlyMap<string, PageThread>;
  readonly sourceVersion: number;
  readonly verdictConfig?: VerdictConfig;
  /** The review has ended; nothing can be added. */
  readonly finished: boolean;
  /** Where the transcript was written; absent before the end, and when none is kept. */
  readonly transcriptPath?: string;
}

/** The state that a snapshot describes. */
export function stateOfSnapshot(snapshot: WireState): PageReview {
  const threads = snapshot.threads.map((wire) => {
    const replies = (snapshot.replies[wire.id] ?? []).map((reply) => messageOf(reply, 'reply'));
    const takes = (snapshot.takes[wire.id] ?? []).map((take) => messageOf(take, 'take'));
    const resolution = snapshot.resolutions[wire.id] ?? null;
    return { ...threadOf(wire, [...replies, ...takes]), resolution };
  });
  return {
    review: snapshot.review,
    files: snapshot.files,
    threads: new Map(threads.map((thread) => [thread.id, thread])),
    sourceVersion: snapshot.sourceVersion,
    finished: snapshot.review.finishedAt !== undefined,
    ...(snapshot.verdictConfig && { verdictConfig: snapshot.verdictConfig }),
  };
}

/** A thread from its wire form and the messages that follow its opening. */
export function threadOf(wire: WireThread, followups: readonly PageMessage[]): PageThread {
  return {
    id: wire.id,
    anchor: anchorOfThread(wire),
    breadcrumb: wire.breadcrumb,
    prepopulated: wire.kind === 'prepopulated',
    messages: [openingOf(wire), ...inOrder(followups)],
    resolution: null,
    orphaned: wire.orphaned === true,
    moved: wire.moved === true,
    ...(wire.carriedFrom && { carriedFrom: wire.carriedFrom }),
    ...(wire.writeBack && { writeBack: wire.writeBack }),
    ...(wire.writeBackReason && { writeBackReason: wire.writeBackReason }),
  };
}

function openingOf(wire: WireThread): PageMessage {
  const author = wire.author ?? nameless(wire.kind === 'prepopulated');
  return { ...contentOf(wire), role: 'opening', author };
}

/** A reply or take from its wire form. */
export function messageOf(wire: WireMessage, role: 'reply' | 'take'): PageMessage {
  const author = wire.author ?? nameless(role === 'take');
  return { ...contentOf(wire), role, author, ...(wire.removed && { removed: true }) };
}

function nameless(isAgent: boolean): Author {
  return isAgent ? { name: 'agent', kind: 'agent' } : { name: '', kind: 'person' };
}

function contentOf(wire: WireThread | WireMessage): Omit<PageMessage, 'role' | 'author'> {
  const { id, text, createdAt, intent, replacement, delivery, requestId } = wire;
  return omitUndefined({ id, text, createdAt, intent, replacement, delivery, requestId });
}

/** Messages by time; what came at the same time keeps its order. */
export function inOrder(messages: readonly PageMessage[]): readonly PageMessage[] {
  return messages.toSorted(
    (left, right) => Date.parse(left.createdAt) - Date.parse(right.createdAt),
  );
}

/** The state with a file changed. */
export function onFile(state: PageReview, id: string, change: Partial<WireFile>): PageReview {
  const files = state.files.map((file) => (file.id === id ? { ...file, ...change } : file));
  return { ...state, files };
}

/** The state with a thread added or replaced. */
export function withThread(state: PageReview, thread: PageThread): PageReview {
  return { ...state, threads: new Map(state.threads).set(thread.id, thread) };
}

/** The state without a thread. */
export function withoutThread(state: PageReview, id: string): PageReview {
  const threads = without(state.threads, id);
  return threads === state.threads ? state : { ...state, threads };
}

/** The state with a thread changed; the same state when there is none, or nothing of it changes. */
export function onThread(
  state: PageReview,
  id: string,
  change: (thread: PageThread) => PageThread,
): PageReview {
  const thread = state.threads.get(id);
  if (!thread) return state;
  const changed = change(thread);
  return changed === thread ? state : withThread(state, changed);
}

/** Whether a thread still asks for somebody's attention. */
export function isOpen(thread: PageThread): boolean {
  return thread.resolution === null;
}

/** Whether an agent spoke last in an open thread, so that the person is expected to answer or resolve. */
export function needsYou(thread: PageThread): boolean {
  return isOpen(thread) && thread.messages.at(-1)?.author.kind === 'agent';
}

/** The threads of a file in reading order; orphaned ones come last. */
export function threadsOfFile(state: PageReview, fileId: string): readonly PageThread[] {
  return [...state.threads.values()]
    .filter((thread) => thread.anchor.fileId === fileId)
    .toSorted(
      (left, right) =>
        Number(left.orphaned) - Number(right.orphaned) || compareAnchors(left.anchor, right.anchor),
    );
}

/** All threads, by file and then in reading order. */
export function threadsInOrder(state: PageReview): readonly PageThread[] {
  return state.files.flatMap((file) => threadsOfFile(state, file.id));
}

/** How many threads are in which condition. */
export interface ThreadCounts {
  readonly open: number;
  readonly resolved: number;
  readonly needsYou: number;
  readonly orphaned: number;
}

/** Counts over some threads. */
export function countThreads(threads: Iterable<PageThread>): ThreadCounts {
  const counts = { open: 0, resolved: 0, needsYou: 0, orphaned: 0 };
  for (const thread of threads) {
    if (isOpen(thread)) counts.open++;
    else counts.resolved++;
    if (needsYou(thread)) counts.needsYou++;
    if (thread.orphaned && isOpen(thread)) counts.orphaned++;
  }
  return counts;
}

/** The ids of the requests whose threads and messages the state has. */
export function requestIdsOf(state: PageReview): ReadonlySet<string> {
  const messages = [...state.threads.values()].flatMap((thread) => thread.messages);
  return new Set(messages.flatMap(({ requestId }) => (requestId === undefined ? [] : [requestId])));
}
