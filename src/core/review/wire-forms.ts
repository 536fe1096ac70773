import { omitUndefined } from '../omit-undefined.ts';
import { type Draft, shownTarget } from './draft.ts';
import type { ReviewState } from './state.ts';
import type { Message, Thread } from './thread.ts';
import type { Delivery, WireDraft, WireFile, WireMessage, WireState, WireThread } from './wire.ts';
import { writeBackOf } from './write-due.ts';

/** A thread as state, events and transcript carry it. */
export function wireThread(thread: Thread, state: ReviewState): WireThread {
  const { id, fileId, snippet, breadcrumb, text, createdAt, kind, carriedFrom, position } = thread;
  const { anchorStart, anchorEnd, lineRange, quote, range } = thread.place;
  return {
    ...{ id, fileId, anchorStart, anchorEnd, snippet, breadcrumb, text, createdAt, kind },
    ...omitUndefined({ lineRange }),
    ...(thread.orphaned ? { orphaned: true } : {}),
    quote,
    ...omitUndefined({ range }),
    ...remark(thread),
    ...(thread.moved ? { moved: true } : {}),
    ...omitUndefined({ carriedFrom }),
    ...writeBackOf(thread, state),
    delivery: deliveryOf(position, thread, state),
  };
}

/** A reply or take as state, events and transcript carry it. */
export function wireMessage(message: Message, delivery?: Delivery): WireMessage {
  const { id, threadId, text, createdAt, removedIn } = message;
  const removed = removedIn === undefined ? {} : ({ removed: true } as const);
  return {
    id,
    threadId,
    text,
    createdAt,
    ...remark(message),
    ...omitUndefined({ delivery }),
    ...removed,
  };
}

function remark({ author, intent, replacement, request }: Thread | Message) {
  return omitUndefined({ author, intent, replacement, requestId: request?.id });
}

/** How far a remark has come: answered once a take follows it, delivered once an agent has received it. */
function deliveryOf(position: number, thread: Thread, state: ReviewState): Delivery {
  if (thread.takes.some((take) => take.position > position)) return 'answered';
  return position <= state.deliveredUpTo ? 'delivered' : 'saved';
}

/** The files as the wire carries them, in command-line order. */
export function wireFiles(state: ReviewState): readonly WireFile[] {
  return [...state.files.keys()].flatMap((id) => wireFile(state, id) ?? []);
}

/** One file as the wire carries it. */
export function wireFile(state: ReviewState, fileId: string): WireFile | undefined {
  const file = state.files.get(fileId);
  if (file === undefined) return undefined;
  const viewed = file.viewedHash === file.textHash;
  return { id: file.id, path: file.path, kind: file.kind, ...(viewed ? { viewed } : {}) };
}

/** Facts of the running program that the log does not hold. */
export interface LiveFacts {
  readonly agentListening: boolean;
  readonly reviewerName?: string;
  readonly transcriptFolder?: string;
}

/** The response of `GET /api/state`. */
export function wireState(
  state: ReviewState,
  drafts: readonly Draft[],
  live: LiveFacts,
): WireState {
  const threads = [...state.threads.values()].filter(({ deletedAt }) => deletedAt === null);
  const { started } = state;
  return {
    threads: threads.map((thread) => wireThread(thread, state)),
    replies: byThread(threads, (thread) =>
      shownMessages(thread.replies, state).map((reply) =>
        wireMessage(reply, deliveryOf(reply.position, thread, state)),
      ),
    ),
    takes: byThread(threads, (thread) =>
      shownMessages(thread.takes, state).map((take) => wireMessage(take)),
    ),
    resolutions: Object.fromEntries(
      threads.flatMap(({ id, resolution }) => (resolution === null ? [] : [[id, resolution]])),
    ),
    drafts: wireDrafts(drafts, state),
    sourceVersion: state.sourceVersion,
    files: wireFiles(state),
    ...(started.verdictConfig === undefined ? {} : { verdictConfig: started.verdictConfig }),
    review: {
      id: state.id,
      mode: started.mode,
      sourceFile: started.sourceFile,
      startedAt: state.startedAt,
      round: state.round,
      position: state.position,
      ...live,
      ...omitUndefined({ finishedAt: state.finishedAt, verdict: state.verdict }),
    },
  };
}

/** What left the file is shown as such until the next round. */
function shownMessages(messages: readonly Message[], { round }: ReviewState): readonly Message[] {
  return messages.filter(({ removedIn }) => removedIn === undefined || removedIn === round);
}

function byThread(
  threads: readonly Thread[],
  messages: (thread: Thread) => readonly WireMessage[],
): Record<string, readonly WireMessage[]> {
  return Object.fromEntries(threads.map((thread) => [thread.id, messages(thread)]));
}

function wireDrafts(drafts: readonly Draft[], state: ReviewState): WireState['drafts'] {
  const kept = drafts.filter(
    ({ target, text }) =>
      text !== null &&
      (target.scope === 'newThread' || state.threads.get(target.threadId)?.deletedAt === null),
  );
  const ofScope = (scope: Draft['target']['scope']): Record<string, WireDraft> =>
    Object.fromEntries(
      kept
        .filter(({ target }) => target.scope === scope)
        .map((draft) => [draft.key, wireDraft(draft)]),
    );
  return { newThread: ofScope('newThread'), followup: ofScope('followup') };
}

/** A draft as its route and the stream carry it. */
export function wireDraft(draft: Draft): WireDraft {
  return { ...shownTarget(draft.target), text: draft.text ?? '', updatedAt: draft.at };
}
