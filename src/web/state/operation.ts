import type { Intent, WireMessage, WireResolution, WireThread } from '../../core/review/wire.ts';
import type { ApiRequest } from '../link/api-client.ts';
import type { StreamEvent } from '../link/stream-event.ts';
import { anchorFields, type PageAnchor } from './page-anchor.ts';

/** What a message asks for, and the text it would put in place of the passage. */
interface Purpose {
  readonly intent: Intent;
  readonly replacement?: string;
}

/** Something that the person does to the review. */
export type PageOperation =
  | ({ readonly kind: 'open-thread'; readonly anchor: PageAnchor; readonly text: string } & Purpose)
  | ({ readonly kind: 'reply'; readonly threadId: string; readonly text: string } & Purpose)
  | { readonly kind: 'resolve'; readonly threadId: string; readonly decision?: string }
  | { readonly kind: 'reopen'; readonly threadId: string }
  | { readonly kind: 'delete'; readonly threadId: string }
  | { readonly kind: 're-attach'; readonly threadId: string; readonly anchor: PageAnchor }
  | { readonly kind: 'confirm-anchor'; readonly threadId: string }
  | { readonly kind: 'accept'; readonly threadId: string; readonly messageId: string }
  | { readonly kind: 'view-file'; readonly fileId: string; readonly viewed: boolean };

/** The thread that an operation is about, if it is about one that exists. */
export function threadOfOperation(operation: PageOperation): string | undefined {
  return 'threadId' in operation ? operation.threadId : undefined;
}

/** What is sent along with an operation: its id, and the version of the documents that the person saw. */
export interface RequestFacts {
  readonly requestId: string;
  readonly sourceVersion: number;
}

/** The request that carries an operation out, against a version of the documents. */
export function requestOf(
  operation: PageOperation,
  { requestId, sourceVersion }: RequestFacts,
): ApiRequest {
  const thread = `api/threads/${encodeURIComponent(threadOfOperation(operation) ?? '')}`;
  switch (operation.kind) {
    case 'open-thread':
      return post('api/threads', {
        ...anchorFields(operation.anchor),
        snippet: operation.anchor.snippet,
        text: operation.text,
        ...purposeFields(operation),
        sourceVersion,
        requestId,
      });
    case 'reply':
      return post(`${thread}/replies`, {
        text: operation.text,
        ...purposeFields(operation),
        requestId,
      });
    case 'resolve':
      return post(`${thread}/resolve`, {
        ...(operation.decision && { decision: operation.decision }),
        requestId,
      });
    case 'reopen':
      return post(`${thread}/unresolve`, {});
    case 'delete':
      return { method: 'DELETE', path: thread };
    case 're-attach': {
      const { fileId: _, ...anchor } = anchorFields(operation.anchor);
      const body = { ...anchor, snippet: operation.anchor.snippet, sourceVersion };
      return { method: 'PUT', path: `${thread}/anchor`, body };
    }
    case 'confirm-anchor':
      return post(`${thread}/confirm-anchor`, {});
    case 'accept':
      return post(`${thread}/accept`, { messageId: operation.messageId });
    case 'view-file': {
      const path = `api/files/${encodeURIComponent(operation.fileId)}/viewed`;
      return operation.viewed ? post(path, {}) : { method: 'DELETE', path };
    }
  }
}

function post(path: string, body: unknown): ApiRequest {
  return { method: 'POST', path, body };
}

function purposeFields({ intent, replacement }: Purpose): Partial<Purpose> {
  return {
    ...(intent !== 'comment' && { intent }),
    ...(intent === 'suggestion' && replacement !== undefined && { replacement }),
  };
}

/** The event that the server's response to an operation stands for before the stream has it; null when only the stream knows. */
export function eventOfResponse(
  operation: PageOperation,
  response: unknown,
  requestId: string,
): StreamEvent | null {
  const position = null;
  switch (operation.kind) {
    case 'open-thread': {
      const { id, createdAt } = response as Pick<WireThread, 'id' | 'createdAt'>;
      const { anchor, text } = operation;
      const wire: WireThread = {
        ...anchor,
        id,
        createdAt,
        text,
        breadcrumb: '',
        kind: 'user',
        delivery: 'saved',
        requestId,
        ...purposeFields(operation),
      };
      return { kind: 'thread.created', position, payload: wire };
    }
    case 'reply': {
      const message = response as WireMessage;
      const payload = { delivery: 'saved' as const, ...purposeFields(operation), ...message };
      return { kind: 'reply.added', position, payload };
    }
    case 'resolve': {
      const payload = { threadId: operation.threadId, resolution: response as WireResolution };
      return { kind: 'thread.resolved', position, payload };
    }
    case 'reopen':
      return { kind: 'thread.unresolved', position, payload: { threadId: operation.threadId } };
    case 'delete':
      return { kind: 'thread.deleted', position, payload: { threadId: operation.threadId } };
    case 'view-file': {
      const { fileId, viewed } = operation;
      return { kind: 'file.viewed', position, payload: { fileId, viewed } };
    }
    case 're-attach':
    case 'confirm-anchor':
    case 'accept':
      return isThread(response) ? { kind: 'thread.updated', position, payload: response } : null;
  }
}

function isThread(response: unknown): response is WireThread {
  return (
    typeof response === 'object' &&
    response !== null &&
    'id' in response &&
    'anchorStart' in response
  );
}
