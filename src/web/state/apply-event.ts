import type { Delivery, WireThread } from '../../core/review/wire.ts';
import type { PagePayloads, StreamEvent } from '../link/stream-event.ts';
import {
  inOrder,
  messageOf,
  onFile,
  onThread,
  type PageMessage,
  type PageReview,
  type PageThread,
  threadOf,
  withoutThread,
  withThread,
} from './review-state.ts';

/** The state after an event. An event that tells nothing new returns the same state. */
export function applyEvent(state: PageReview, event: StreamEvent): PageReview {
  switch (event.kind) {
    case 'thread.created':
    case 'thread.updated':
      if (!state.threads.has(event.payload.id)) {
        return withThread(state, threadOf(event.payload, []));
      }
      // What the response to our own request says is less than what the stream may have said already.
      if (event.position === null && event.kind === 'thread.created') return state;
      return onThread(state, event.payload.id, (thread) => renewed(thread, event.payload));
    case 'reply.added':
      return onThread(state, event.payload.threadId, (thread) =>
        withMessage(thread, messageOf(event.payload, 'reply')),
      );
    case 'take.added':
      return onThread(state, event.payload.threadId, (thread) =>
        answered(withMessage(thread, messageOf(event.payload, 'take'))),
      );
    case 'thread.resolved':
      return onThread(state, event.payload.threadId, (thread) => ({
        ...thread,
        resolution: event.payload.resolution,
      }));
    case 'thread.unresolved':
      return onThread(state, event.payload.threadId, (thread) => ({ ...thread, resolution: null }));
    case 'thread.deleted':
      return withoutThread(state, event.payload.threadId);
    case 'delivery.updated':
      return withDelivered(state, new Set(event.payload.delivered));
    case 'agent.presence':
      return { ...state, review: { ...state.review, agentListening: event.payload.listening } };
    case 'file.renamed':
      return onFile(state, event.payload.fileId, { path: event.payload.path });
    case 'file.viewed':
      return onFile(state, event.payload.fileId, { viewed: event.payload.viewed });
    case 'writes.changed':
      return event.payload.threads.reduce(withWrite, state);
    case 'session.done':
      return finished(state, event.payload);
    case 'session.started':
    case 'source.updated':
    case 'message.edited':
    case 'message.removed':
    case 'file.added':
    case 'draft.updated':
    case 'draft.cleared':
    case 'prompt.suggest_done':
    case 'questions.changed':
      return state;
  }
}

function withWrite(
  state: PageReview,
  { threadId, ...write }: PagePayloads['writes.changed']['threads'][number],
): PageReview {
  return onThread(state, threadId, ({ writeBack: _how, writeBackReason: _why, ...thread }) => ({
    ...thread,
    ...write,
  }));
}

function finished(
  state: PageReview,
  { verdict, transcriptPath }: PagePayloads['session.done'],
): PageReview {
  return {
    ...state,
    finished: true,
    review: { ...state.review, ...(verdict && { verdict }) },
    ...(transcriptPath && { transcriptPath }),
  };
}

function withMessage(thread: PageThread, message: PageMessage): PageThread {
  if (thread.messages.some((existing) => existing.id === message.id)) return thread;
  const [opening, ...rest] = thread.messages;
  if (!opening) return thread;
  return { ...thread, messages: [opening, ...inOrder([...rest, message])] };
}

/** The thread as it is told anew; its messages, and how far the opening one has come, stay. */
function renewed(thread: PageThread, wire: WireThread): PageThread {
  const { messages, ...rest } = threadOf(wire, []);
  const [previousOpening, ...followups] = thread.messages;
  const openings = messages.map((opening) =>
    previousOpening?.delivery ? withDelivery(opening, previousOpening.delivery) : opening,
  );
  return { ...rest, messages: [...openings, ...followups], resolution: thread.resolution };
}

/** What a person wrote before an agent's take has been answered by it. */
function answered(thread: PageThread): PageThread {
  const lastTake = thread.messages.findLastIndex((message) => message.role === 'take');
  return {
    ...thread,
    messages: thread.messages.map((message, index) =>
      index < lastTake ? withDelivery(message, 'answered') : message,
    ),
  };
}

function withDelivered(state: PageReview, ids: ReadonlySet<string>): PageReview {
  const threads = new Map(
    [...state.threads].map(([id, thread]) => {
      if (!thread.messages.some((message) => ids.has(message.id))) return [id, thread];
      const messages = thread.messages.map((message) =>
        ids.has(message.id) ? withDelivery(message, 'delivered') : message,
      );
      return [id, { ...thread, messages }];
    }),
  );
  return { ...state, threads };
}

const deliveryRank: Record<Delivery, number> = { saved: 0, delivered: 1, answered: 2 };

function withDelivery(message: PageMessage, delivery: Delivery): PageMessage {
  if (message.author.kind === 'agent') return message;
  if (message.delivery && deliveryRank[message.delivery] >= deliveryRank[delivery]) return message;
  return { ...message, delivery };
}
