import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { largestBody } from '../http/guards.ts';
import { type Handler, listen } from '../http/listen.ts';
import { guardRequest, readJson } from './guard-request.ts';
import { keepSessions, type LegacySessions, type ReadRequest } from './legacy-sessions.ts';
import { listTools } from './list-tools.ts';
import { makeServer } from './make-server.ts';
import { malformedAnswers } from './malformed-message.ts';
import type { ChangeFilter } from './resources/follow-changes.ts';
import { createResourceScope } from './resources/resource-scope.ts';
import { watchResources } from './resources/watch-resources.ts';
import type { Serving } from './serve-stdio.ts';
import { subscriptionBus } from './subscription-bus.ts';

/** Where tools and resources are served. */
export interface HttpServing extends Serving {
  readonly port: number;
  /** What every request must bring. */
  readonly token: string;
  readonly onListening: (url: string) => void;
}

/** Longest wait for answers under way when the server ends, in milliseconds. */
const timeoutMs = 500;

/** Serves tools and resources over streamable HTTP on 127.0.0.1 until `signal` is aborted. */
export async function serveHttp(
  { port, token, onListening, ...serving }: HttpServing,
  signal: AbortSignal,
): Promise<Refusal | undefined> {
  const listening = await listen(port);
  if (isRefusal(listening)) return listening;
  const revisions = await openRevisions(serving, token);
  listening.answerWith(
    getRequestListener((request, bindings) =>
      revisions.answer(request, bindings as unknown as NodeBindings),
    ) as Handler,
  );
  onListening(`${listening.url}/mcp`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
  await revisions.close();
  await listening.close(timeoutMs);
  return undefined;
}

interface NodeBindings {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** The newer revision needs no sessions; those of the older one are kept for clients that begin one. */
async function openRevisions(serving: Serving, token: string) {
  const tools = await listTools();
  const { ports, directory } = serving.caller;
  const open = async () => {
    const scope = createResourceScope(ports.folders, ports.sha256);
    await scope.addProject(serving.project ?? directory);
    return {
      scope,
      watch: watchResources({ ports, scope, onError: serving.onError }),
    };
  };
  const shared = await open();
  const listened = new AsyncLocalStorage<ChangeFilter>();
  const modern = createMcpHandler(
    ({ era }) =>
      makeServer(
        { ...serving, tools },
        { ...shared, changes: era === 'legacy' ? 'none' : 'listened' },
      ),
    {
      bus: subscriptionBus(shared.watch, () => listened.getStore()),
      maxRequestBodySize: largestBody,
      onerror: serving.onProtocolError,
    },
  );
  const sessions = keepSessions({
    makeServer: async () =>
      makeServer({ ...serving, tools }, { ...(await open()), changes: 'pushed' }),
    newId: randomUUID,
    onProtocolError: serving.onProtocolError,
  });
  const answerRead = (read: ReadRequest) =>
    listened.run(filterOf(read.body), () => route(read, { modern, sessions }));
  return {
    async answer(request: Request, { incoming, outgoing }: NodeBindings): Promise<Response> {
      const fault = guardRequest(request, token);
      if (fault !== undefined) return fault;
      const answered = new Promise<void>((resolve) => outgoing.once('close', resolve));
      if (request.method !== 'POST') return answerRead({ request, body: undefined, answered });
      const body = await readJson(incoming);
      if (body instanceof Response) return body;
      const malformed = malformedAnswers(body.body);
      if (malformed.length === 0) return answerRead({ request, answered, ...body });
      return Response.json(Array.isArray(body.body) ? malformed : malformed[0], { status: 400 });
    },
    async close(): Promise<void> {
      await Promise.all([modern.close(), sessions.close()]);
    },
  };
}

async function route(
  read: ReadRequest,
  { modern, sessions }: { readonly modern: McpHttpHandler; readonly sessions: LegacySessions },
): Promise<Response> {
  const { request, body } = read;
  const isLegacy = await isLegacyRequest(request, body);
  if (isLegacy && sessions.concerns(read)) return sessions.answer(read);
  return modern.fetch(request, body === undefined ? {} : { parsedBody: body });
}

/** What a request to listen asks for; any other asks for nothing. */
function filterOf(body: unknown): ChangeFilter {
  const { method, params } = (body ?? {}) as {
    method?: unknown;
    params?: { notifications?: unknown };
  };
  if (method !== 'subscriptions/listen') return {};
  return (params?.notifications ?? {}) as ChangeFilter;
}
