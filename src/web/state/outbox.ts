import type { PageOperation } from './operation.ts';
import type { PageAnchor } from './page-anchor.ts';
import {
  onFile,
  onThread,
  type PageMessage,
  type PageReview,
  type PageThread,
  withoutThread,
  withThread,
} from './review-state.ts';

/** An operation on its way: shown as if done, until the server has confirmed or refused it. */
export interface Outgoing {
  /** Unique among the operations of this page. */
  readonly key: string;
  readonly operation: PageOperation;
  /** When the person did it, RFC 3339. */
  readonly time: string;
  /** The same each time that it is sent, so that it has one effect; whatever carries it is the operation's result. */
  readonly requestId: string;
}

/** The id under which a thread is shown before the server has given it one. */
export function provisionalId(key: string): string {
  return `~${key}`;
}

/** Whether an id is one that the page has given meanwhile. */
export function isProvisional(id: string): boolean {
  return id.startsWith('~');
}

/** The id of the thread or message that an operation has become, once the server has told of it. */
export function arrivedAs(state: PageReview, { requestId }: Outgoing): string | undefined {
  for (const thread of state.threads.values()) {
    const arrived = thread.messages.find((message) => message.requestId === requestId);
    if (arrived) return arrived.id;
  }
  return undefined;
}

/** The state as the person expects it: what the server has confirmed, and on top what is on its way. */
export function overlay(state: PageReview, outgoing: readonly Outgoing[]): PageReview {
  return outgoing.reduce(
    (shown, item) => (arrivedAs(state, item) ? shown : applyOperation(shown, item)),
    state,
  );
}

function applyOperation(state: PageReview, item: Outgoing): PageReview {
  const { operation } = item;
  switch (operation.kind) {
    case 'open-thread':
      return withThread(state, provisionalThread(item, operation.anchor));
    case 'reply':
      return onThread(state, operation.threadId, (thread) => ({
        ...thread,
        messages: [...thread.messages, provisionalMessage(item, 'reply')],
      }));
    case 'resolve': {
      const resolution = { decision: operation.decision ?? null, resolvedAt: item.time };
      return onThread(state, operation.threadId, (thread) => ({ ...thread, resolution }));
    }
    case 'reopen':
      return onThread(state, operation.threadId, (thread) => ({ ...thread, resolution: null }));
    case 'delete':
      return withoutThread(state, operation.threadId);
    case 're-attach':
      return onThread(state, operation.threadId, (thread) => ({
        ...thread,
        anchor: operation.anchor,
        orphaned: false,
        moved: false,
      }));
    case 'confirm-anchor':
      return onThread(state, operation.threadId, (thread) => ({ ...thread, moved: false }));
    case 'accept':
      return state;
    case 'view-file':
      return onFile(state, operation.fileId, { viewed: operation.viewed });
  }
}

function provisionalThread(item: Outgoing, anchor: PageAnchor): PageThread {
  return {
    id: provisionalId(item.key),
    anchor,
    breadcrumb: '',
    prepopulated: false,
    messages: [provisionalMessage(item, 'opening')],
    resolution: null,
    orphaned: false,
    moved: false,
    pending: true,
  };
}

function provisionalMessage(item: Outgoing, role: 'opening' | 'reply'): PageMessage {
  const { operation } = item;
  const spoken = operation.kind === 'open-thread' || operation.kind === 'reply' ? operation : null;
  return {
    id: provisionalId(item.key),
    role,
    author: { name: '', kind: 'person' },
    text: spoken?.text ?? '',
    createdAt: item.time,
    ...(spoken && { intent: spoken.intent }),
    ...(spoken?.replacement !== undefined && { replacement: spoken.replacement }),
    pending: true,
  };
}
