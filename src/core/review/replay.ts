import type { Anchor } from '../anchor/anchor.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type {
  EventData,
  EventKind,
  OpenedThread,
  Placement,
  RenamedFile,
  ReviewEvent,
  StartedFile,
  WrittenItem,
} from './events.ts';
import { requestKey, requestOf } from './logged-request.ts';
import type { ReviewedFile, ReviewState } from './state.ts';
import { type Message, messageOf, type Thread, type Unwritable } from './thread.ts';
import type { WireResolution } from './wire.ts';

/** Rebuilds a review from its whole log. Throws when the log does not begin with `review.started`. */
export function replay(id: string, events: readonly ReviewEvent[]): ReviewState {
  const [first, ...rest] = events;
  if (first?.kind !== 'review.started') throw new Error(`the log of review ${id} has no beginning`);
  return applyEvents(begin(id, first), rest);
}

/** The state that a review's first event makes. */
export function begin(id: string, event: ReviewEvent<'review.started'>): ReviewState {
  const files = event.data.files.map(
    (file): ReviewedFile => ({ ...file, changedAt: 0, diskHash: file.textHash }),
  );
  return {
    id,
    position: event.position,
    started: event.data,
    startedAt: event.at,
    files: new Map(files.map((file) => [file.id, file])),
    sourceVersion: 0,
    round: event.data.round,
    versions: files.map(({ id: fileId, textHash }) => ({
      sourceVersion: 0,
      round: event.data.round,
      fileId,
      textHash,
      at: event.at,
    })),
    threads: new Map(),
    counts: { threads: 0, replies: 0, takes: 0 },
    requests: new Map(),
    deliveredUpTo: 0,
    changedAt: event.at,
    suggestedDone: false,
  };
}

/** Lists of threads that belong to the states of `applyEvents` alone, and may be written to. */
const ownThreads = new WeakSet<ReviewState['threads']>();

/** The state after more events; the list of threads is copied once, however many they are. */
export function applyEvents(state: ReviewState, events: Iterable<ReviewEvent>): ReviewState {
  const threads = new Map(state.threads);
  ownThreads.add(threads);
  let next: ReviewState = { ...state, threads };
  for (const event of events) next = applyEvent(next, event);
  ownThreads.delete(threads);
  return next;
}

function withThread(state: ReviewState, thread: Thread): ReviewState {
  const { threads } = state;
  const own = ownThreads.has(threads) ? (threads as Map<string, Thread>) : new Map(threads);
  return { ...state, threads: own.set(thread.id, thread) };
}

/** Events after which the review is as its people left it. */
const isWithoutChange: Partial<Record<EventKind, true>> = {
  'delivery.updated': true,
  'prompt.suggest_done': true,
  'inline.refused': true,
};

/** The state after one more event. */
export function applyEvent(state: ReviewState, event: ReviewEvent): ReviewState {
  const next = withRequest({ ...change(state, event), position: event.position }, event);
  if (isWithoutChange[event.kind] === true) return next;
  return { ...next, changedAt: event.at, suggestedDone: false };
}

function withRequest(state: ReviewState, event: ReviewEvent): ReviewState {
  const request = requestOf(event);
  if (request === undefined) return state;
  const key = requestKey(request.id, event.author);
  return { ...state, requests: new Map(state.requests).set(key, event) };
}

function change(state: ReviewState, event: ReviewEvent): ReviewState {
  switch (event.kind) {
    case 'review.started':
      return begin(state.id, event);
    case 'verdict.configured': {
      const { verdictConfig: _previous, ...started } = state.started;
      return { ...state, started: { ...started, ...event.data } };
    }
    case 'thread.created':
      return openThread(state, event.data, event);
    case 'reply.added':
      return addMessage(state, 'replies', messageOf(event));
    case 'take.added':
      return addMessage(state, 'takes', messageOf(event));
    case 'message.edited':
      return editMessage(state, event.data);
    case 'inline.linked': {
      const { inlineKey } = event.data;
      return changeThread(state, event.data.threadId, (thread) => ({ ...thread, inlineKey }));
    }
    case 'inline.written':
      return event.data.items.reduce(markWritten, state);
    case 'inline.refused': {
      const { items, ...text } = event.data;
      return items.reduce(
        (present, { reason, ...item }) => markRefused(present, item, { reason, ...text }),
        state,
      );
    }
    case 'message.removed': {
      const { threadId, messageId } = event.data;
      const removed = { removedIn: state.round };
      return changeThread(state, threadId, (thread) => changeMessage(thread, messageId, removed));
    }
    case 'thread.resolved': {
      const resolution = { decision: event.data.decision, resolvedAt: event.at };
      return changeStatus(state, event.data, resolution);
    }
    case 'thread.unresolved':
      return changeStatus(state, event.data, null);
    case 'thread.deleted':
      return changeThread(state, event.data.threadId, (thread) => ({
        ...thread,
        deletedAt: event.at,
      }));
    case 'thread.placed':
      return changeThread(state, event.data.threadId, (thread) => placed(thread, event.data));
    case 'source.updated':
      return updateSource(state, event.data, event.at);
    case 'file.added':
      return addFile(state, event.data, event.at);
    case 'file.renamed':
      return renameFile(state, event.data);
    case 'file.saved': {
      const { textHash: diskHash } = event.data;
      return changeFile(state, event.data.fileId, (file) => ({ ...file, diskHash }));
    }
    case 'file.viewed':
      return changeFile(state, event.data.fileId, (file) => viewed(file, event.data.viewed));
    case 'delivery.updated':
      return { ...state, deliveredUpTo: Math.max(state.deliveredUpTo, event.data.upTo) };
    case 'prompt.suggest_done':
      return { ...state, suggestedDone: true };
    case 'session.done':
      return { ...state, finishedAt: event.at, ...event.data };
  }
}

function openThread(state: ReviewState, opened: OpenedThread, event: ReviewEvent): ReviewState {
  if (state.threads.has(opened.id)) {
    const back = { deletedAt: null, orphaned: false, moved: false };
    return changeThread(state, opened.id, (thread) => ({ ...thread, ...opened, ...back }));
  }
  const thread: Thread = {
    ...opened,
    ...(event.author === undefined ? {} : { author: event.author }),
    ...(opened.replacement === undefined ? {} : { writtenOn: opened.place }),
    createdAt: event.at,
    position: event.position,
    replies: [],
    takes: [],
    resolution: null,
    deletedAt: null,
    orphaned: false,
    moved: false,
    statusDue: false,
  };
  return {
    ...withThread(state, thread),
    counts: { ...state.counts, threads: state.counts.threads + 1 },
  };
}

function addMessage(state: ReviewState, list: 'replies' | 'takes', added: Message): ReviewState {
  const next = changeThread(state, added.threadId, (thread) => ({
    ...thread,
    [list]: thread[list].some(({ id }) => id === added.id)
      ? thread[list].map((message) => (message.id === added.id ? broughtBack(message) : message))
      : [...thread[list], { ...added, ...writtenOn(added, thread.place) }],
  }));
  return { ...next, counts: { ...state.counts, [list]: state.counts[list] + 1 } };
}

function writtenOn({ replacement }: Message, place: Anchor): Pick<Message, 'writtenOn'> {
  return replacement === undefined ? {} : { writtenOn: place };
}

function broughtBack({ removedIn: _removedIn, ...message }: Message): Message {
  return message;
}

function changeStatus(
  state: ReviewState,
  { threadId, inFile }: EventData['thread.unresolved'],
  resolution: WireResolution | null,
): ReviewState {
  return changeThread(state, threadId, (thread) => ({
    ...thread,
    resolution,
    statusDue: inFile !== true,
  }));
}

function markWritten(
  state: ReviewState,
  { threadId, messageId, status }: WrittenItem,
): ReviewState {
  const written = (message: Message): Message => {
    if (message.id !== messageId) return message;
    const { unwritable: _unwritable, ...rest } = message;
    return { ...rest, inFile: true };
  };
  return changeThread(state, threadId, ({ unwritable, ...thread }) => ({
    ...thread,
    ...(messageId === undefined ? {} : omitUndefined({ unwritable })),
    statusDue: status === true ? false : thread.statusDue,
    replies: thread.replies.map(written),
    takes: thread.takes.map(written),
  }));
}

function markRefused(
  state: ReviewState,
  { threadId, messageId }: WrittenItem,
  unwritable: Unwritable,
): ReviewState {
  return changeThread(state, threadId, (thread) =>
    messageId === undefined
      ? { ...thread, unwritable }
      : changeMessage(thread, messageId, { unwritable }),
  );
}

function changeMessage(thread: Thread, messageId: string, changed: Partial<Message>): Thread {
  const change = (message: Message): Message =>
    message.id === messageId ? { ...message, ...changed } : message;
  return { ...thread, replies: thread.replies.map(change), takes: thread.takes.map(change) };
}

function editMessage(
  state: ReviewState,
  { threadId, messageId, text }: EventData['message.edited'],
): ReviewState {
  return changeThread(state, threadId, (thread) =>
    messageId === threadId ? { ...thread, text } : changeMessage(thread, messageId, { text }),
  );
}

function placed(thread: Thread, placement: Placement): Thread {
  return {
    ...thread,
    place: placement.place ?? thread.place,
    snippet: placement.snippet ?? thread.snippet,
    breadcrumb: placement.breadcrumb ?? thread.breadcrumb,
    orphaned: placement.orphaned,
    moved: placement.moved,
  };
}

function updateSource(
  state: ReviewState,
  update: EventData['source.updated'],
  at: string,
): ReviewState {
  const threads = new Map(state.threads);
  for (const placement of update.placements) {
    const thread = threads.get(placement.threadId);
    if (thread !== undefined) threads.set(thread.id, placed(thread, placement));
  }
  const { sourceVersion, fileId, textHash } = update;
  const round = state.round + (update.origin === 'written' ? 0 : 1);
  const versions = [...state.versions, { sourceVersion, round, fileId, textHash, at }];
  const next = { ...state, threads, sourceVersion, round, versions };
  return changeFile(next, update.fileId, (file) => ({
    ...file,
    textHash: update.textHash,
    changedAt: update.sourceVersion,
    diskHash: update.origin === 'pushed' ? file.diskHash : update.textHash,
  }));
}

function addFile(state: ReviewState, file: StartedFile, at: string): ReviewState {
  const sourceVersion = state.sourceVersion + 1;
  const added: ReviewedFile = { ...file, changedAt: sourceVersion, diskHash: file.textHash };
  const round = state.round + 1;
  const version = { sourceVersion, round, fileId: file.id, textHash: file.textHash, at };
  return {
    ...state,
    sourceVersion,
    round,
    versions: [...state.versions, version],
    files: new Map(state.files).set(file.id, added),
  };
}

function renameFile(
  state: ReviewState,
  { fileId, path, realPath, named }: RenamedFile,
): ReviewState {
  const next = named === undefined ? state : { ...state, started: { ...state.started, ...named } };
  return changeFile(next, fileId, (file) => ({
    ...file,
    path,
    ...(realPath === undefined ? {} : { realPath }),
    formerly: [...(file.formerly ?? []), file.realPath ?? file.path],
  }));
}

function viewed(file: ReviewedFile, isViewed: boolean): ReviewedFile {
  const { viewedHash: _previous, ...rest } = file;
  return isViewed ? { ...rest, viewedHash: file.textHash } : rest;
}

function changeThread(
  state: ReviewState,
  id: string,
  changed: (thread: Thread) => Thread,
): ReviewState {
  const thread = state.threads.get(id);
  if (thread === undefined) throw new Error(`the log of review ${state.id} names no thread ${id}`);
  return withThread(state, changed(thread));
}

function changeFile(
  state: ReviewState,
  id: string,
  changed: (file: ReviewedFile) => ReviewedFile,
): ReviewState {
  const file = state.files.get(id);
  if (file === undefined) throw new Error(`the log of review ${state.id} names no file ${id}`);
  return { ...state, files: new Map(state.files).set(id, changed(file)) };
}
