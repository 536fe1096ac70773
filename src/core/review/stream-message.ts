import type { Author } from '../author.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { activeThreads } from './decision.ts';
import { type Draft, draftName } from './draft.ts';
import type { EventData, EventKind, ReviewEvent, WrittenItem } from './events.ts';
import type { LogEntry } from './ports/review-store.ts';
import type { ReviewState } from './state.ts';
import {
  isPageOnly,
  type SourcePayload,
  type StreamKind,
  type StreamPayloads,
} from './stream-payloads.ts';
import { messageOf } from './thread.ts';
import { transcript } from './transcript.ts';
import { wireDraft, wireFile, wireMessage, wireThread } from './wire-forms.ts';
import { writeBackOf } from './write-due.ts';

/** A message's kind and what it carries, or what makes that once it is wanted. */
type Content = {
  readonly [Kind in StreamKind]: {
    readonly kind: Kind;
    readonly payload: StreamPayloads[Kind] | (() => Promise<StreamPayloads[Kind]>);
  };
}[StreamKind];

/** A message of a review's stream: a line on stdout, or an event for the page. */
export interface StreamMessage {
  readonly kind: StreamKind;
  readonly at: string;
  /** Makes the payload, for which a document may have to be rendered. */
  readonly payload: () => Promise<unknown>;
  /** Who did it, where that is known. */
  readonly author?: Author;
  /** Whether it is for the page alone and never on stdout. */
  readonly pageOnly: boolean;
}

/** What a message needs that the log does not hold. */
export interface StreamPorts {
  /** The whole HTML of a file's present text. */
  readonly renderedHtml: (state: ReviewState, fileId: string) => Promise<string>;
  readonly text: (hash: string) => Promise<string | undefined>;
}

/** Makes the message of an event, given the state just after it; nothing for what no client hears of. */
type MessageOf<Kind extends EventKind> = (
  event: ReviewEvent<Kind>,
  state: ReviewState,
  ports: StreamPorts,
) => Content | undefined;

const unsent = (): undefined => undefined;

/** Every kind of event that there is, with the message that the stream makes of it. */
export const eventMessages: { readonly [Kind in EventKind]: MessageOf<Kind> } = {
  'review.started': unsent,
  'verdict.configured': unsent,
  'thread.created': ({ kind, data }, state) => threadMessage(kind, data.id, state),
  'reply.added': (event) => ({ kind: event.kind, payload: wireMessage(messageOf(event)) }),
  'take.added': (event) => ({ kind: event.kind, payload: wireMessage(messageOf(event)) }),
  'message.edited': ({ kind, data }) => ({ kind, payload: data }),
  'inline.linked': unsent,
  'inline.written': ({ data }, state) => writtenMessage(data.items, state),
  'inline.refused': ({ data }, state) => writtenMessage(data.items, state),
  'message.removed': ({ kind, data }) => ({ kind, payload: data }),
  'thread.resolved': ({ kind, at, data: { threadId, decision, request } }) => ({
    kind,
    payload: {
      threadId,
      resolution: { decision, resolvedAt: at },
      ...omitUndefined({ requestId: request?.id }),
    },
  }),
  'thread.unresolved': ({ kind, data: { threadId } }) => ({ kind, payload: { threadId } }),
  'thread.deleted': ({ kind, data: { threadId } }) => ({ kind, payload: { threadId } }),
  'thread.placed': ({ data }, state) => threadMessage('thread.updated', data.threadId, state),
  'source.updated': ({ kind, data }, state, ports) => ({
    kind,
    payload: () => sourcePayload(data, state, ports),
  }),
  'file.added': ({ kind, data }, state) => {
    const file = wireFile(state, data.id);
    return file && { kind, payload: { ...file, sourceVersion: state.sourceVersion } };
  },
  'file.renamed': ({ kind, data: { fileId, path } }) => ({ kind, payload: { fileId, path } }),
  'file.saved': unsent,
  'file.viewed': ({ kind, data }) => ({ kind, payload: data }),
  'delivery.updated': ({ kind, data: { upTo } }, state) => {
    return { kind, payload: { delivered: deliveredIds(state, upTo) } };
  },
  'prompt.suggest_done': ({ kind, data: { idleForSecs } }) => {
    return { kind, payload: { idle_for_secs: idleForSecs } };
  },
  'session.done': ({ kind }, state) => ({ kind, payload: transcript(state) }),
};

/**
 * Returns the message that an entry of the log makes, given the state just after it; nothing for entries that no
 * client hears of.
 */
export function streamMessage(
  entry: LogEntry,
  state: ReviewState,
  ports: StreamPorts,
): StreamMessage | undefined {
  const { at, author }: Pick<ReviewEvent, 'at' | 'author'> =
    entry.type === 'draft' ? entry.draft : entry.event;
  const content =
    entry.type === 'draft' ? draftMessage(entry.draft) : messageOfEvent(entry.event, state, ports);
  if (content === undefined) return undefined;
  const { kind, payload } = content;
  const by = author === undefined ? {} : { author };
  const make = async () => (typeof payload === 'function' ? payload() : payload);
  return { kind, at, payload: make, ...by, pageOnly: isPageOnly[kind] };
}

function messageOfEvent<Kind extends EventKind>(
  event: ReviewEvent<Kind>,
  state: ReviewState,
  ports: StreamPorts,
): ReturnType<MessageOf<Kind>> {
  return eventMessages[event.kind](event, state, ports);
}

function draftMessage(draft: Draft): Content {
  return draft.text === null
    ? { kind: 'draft.cleared', payload: draftName(draft.target) }
    : { kind: 'draft.updated', payload: wireDraft(draft) };
}

/** How far the threads of a write stand from their file now. */
function writtenMessage(items: readonly WrittenItem[], state: ReviewState): Content {
  const ids = [...new Set(items.map(({ threadId }) => threadId))];
  const threads = ids.flatMap((threadId) => {
    const thread = state.threads.get(threadId);
    return thread === undefined ? [] : [{ threadId, ...writeBackOf(thread, state) }];
  });
  return { kind: 'writes.changed', payload: { threads } };
}

function threadMessage(
  kind: 'thread.created' | 'thread.updated',
  id: string,
  state: ReviewState,
): Content | undefined {
  const thread = state.threads.get(id);
  return thread && { kind, payload: wireThread(thread, state) };
}

/** What clients are told of an update, given the state after it. */
export async function sourcePayload(
  update: EventData['source.updated'],
  state: ReviewState,
  ports: StreamPorts,
): Promise<SourcePayload> {
  const threads = activeThreads(state, update.fileId);
  return {
    markdown: (await ports.text(update.textHash)) ?? '',
    fileId: update.fileId,
    renderedHtml: await ports.renderedHtml(state, update.fileId),
    threadAnchors: threads.map(({ id, place, orphaned }) => ({
      threadId: id,
      anchorStart: place.anchorStart,
      anchorEnd: place.anchorEnd,
      orphaned,
    })),
    orphanedThreadIds: threads.filter(({ orphaned }) => orphaned).map(({ id }) => id),
    sourceVersion: update.sourceVersion,
    ...omitUndefined({ requestId: update.request?.id }),
  };
}

/** Ids of the persons' threads and replies that an agent has received, up to a position of the log. */
function deliveredIds(state: ReviewState, upTo: number): string[] {
  return [...state.threads.values()].flatMap((thread) =>
    [thread, ...thread.replies].filter(({ position }) => position <= upTo).map(({ id }) => id),
  );
}
