import type { Author } from '../author.ts';
import { type Draft, draftName } from './draft.ts';
import type { EventData, ReviewEvent } from './events.ts';
import type { LogEntry } from './ports/review-store.ts';
import type { ReviewState } from './state.ts';
import { transcript } from './transcript.ts';
import { wireDraft, wireFile, wireMessage, wireThread } from './wire-forms.ts';

/** A message of a review's stream: a line on stdout, or an event for the page. */
export interface StreamMessage {
  readonly kind: string;
  readonly at: string;
  readonly payload: unknown;
  /** Who did it, where that is known. */
  readonly author?: Author;
  /** Whether it is for the page alone and never on stdout. */
  readonly pageOnly: boolean;
}

/** The payload of `source.updated`. */
export interface SourcePayload {
  readonly markdown: string;
  readonly fileId: string;
  readonly renderedHtml: string;
  readonly threadAnchors: readonly {
    readonly threadId: string;
    readonly anchorStart: number;
    readonly anchorEnd: number;
    readonly orphaned: boolean;
  }[];
  readonly orphanedThreadIds: readonly string[];
  readonly sourceVersion: number;
}

/** What a message needs that the log does not hold. */
export interface StreamPorts {
  /** The whole HTML of a file's present text. */
  readonly renderedHtml: (state: ReviewState, fileId: string) => Promise<string>;
  readonly text: (hash: string) => Promise<string | undefined>;
}

/**
 * The message that an entry of the log makes, given the state just after it; nothing for entries that no client
 * hears of.
 */
export async function streamMessage(
  entry: LogEntry,
  state: ReviewState,
  ports: StreamPorts,
): Promise<StreamMessage | undefined> {
  if (entry.type === 'draft') return draftMessage(entry.draft);
  const { event } = entry;
  const payload = await eventPayload(event, state, ports);
  if (payload === undefined) return undefined;
  const { at, author } = event;
  return {
    kind: streamKind(event.kind),
    at,
    payload,
    ...(author === undefined ? {} : { author }),
    pageOnly: isPageOnly(event.kind),
  };
}

function draftMessage(draft: Draft): StreamMessage {
  const { at } = draft;
  if (draft.text !== null)
    return { kind: 'draft.updated', at, payload: wireDraft(draft), pageOnly: true };
  return { kind: 'draft.cleared', at, payload: draftName(draft.target), pageOnly: true };
}

function streamKind(kind: ReviewEvent['kind']): string {
  return kind === 'thread.placed' ? 'thread.updated' : kind;
}

function isPageOnly(kind: ReviewEvent['kind']): boolean {
  return [
    'take.added',
    'message.edited',
    'thread.placed',
    'file.added',
    'file.renamed',
    'file.viewed',
    'delivery.updated',
  ].includes(kind);
}

async function eventPayload(
  event: ReviewEvent,
  state: ReviewState,
  ports: StreamPorts,
): Promise<unknown> {
  switch (event.kind) {
    case 'review.started':
    case 'verdict.configured':
      return undefined;
    case 'thread.created':
    case 'thread.placed': {
      const thread = state.threads.get('id' in event.data ? event.data.id : event.data.threadId);
      return thread === undefined ? undefined : wireThread(thread, state);
    }
    case 'reply.added':
    case 'take.added': {
      const { author, at: createdAt, data } = event;
      return wireMessage({
        ...data,
        createdAt,
        position: event.position,
        ...(author === undefined ? {} : { author }),
      });
    }
    case 'thread.resolved': {
      const { threadId, decision } = event.data;
      return { threadId, resolution: { decision, resolvedAt: event.at } };
    }
    case 'thread.unresolved':
    case 'thread.deleted':
      return { threadId: event.data.threadId };
    case 'source.updated':
      return sourcePayload(event.data, state, ports);
    case 'message.edited':
      return event.data;
    case 'inline.linked':
    case 'file.saved':
    case 'inline.written':
      return undefined;
    case 'file.added':
      return { ...wireFile(state, event.data.id), sourceVersion: state.sourceVersion };
    case 'file.renamed':
      return { fileId: event.data.fileId, path: event.data.path };
    case 'file.viewed':
      return event.data;
    case 'delivery.updated':
      return { delivered: deliveredIds(state, event.data.upTo) };
    case 'prompt.suggest_done':
      return { idle_for_secs: event.data.idleForSecs };
    case 'session.done':
      return transcript(state);
  }
}

/** What clients are told of an update, given the state after it. */
export async function sourcePayload(
  update: EventData['source.updated'],
  state: ReviewState,
  ports: StreamPorts,
): Promise<SourcePayload> {
  const threads = [...state.threads.values()].filter(
    ({ fileId, deletedAt }) => fileId === update.fileId && deletedAt === null,
  );
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
  };
}

/** Ids of the persons' threads and replies that an agent has received, up to a position of the log. */
function deliveredIds(state: ReviewState, upTo: number): string[] {
  return [...state.threads.values()].flatMap((thread) =>
    [thread, ...thread.replies].filter(({ position }) => position <= upTo).map(({ id }) => id),
  );
}
