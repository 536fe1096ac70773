import {
  isInitializeRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { largestBody } from '../http/guards.ts';
import { rpcFailure } from './rpc-failure.ts';

/** A request over HTTP, with its body read. */
export interface ReadRequest {
  readonly request: Request;
  /** The body as parsed; undefined where there is none. */
  readonly body: unknown;
  /** Resolves when the answer has been sent or its receiver is gone. */
  readonly answered: Promise<void>;
}

/** The sessions of clients of the older revision, each with a server of its own. */
export interface LegacySessions {
  /** Whether a request begins a session or belongs to one. */
  concerns(request: ReadRequest): boolean;
  answer(request: ReadRequest): Promise<Response>;
  close(): Promise<void>;
}

/** What sessions are kept with. */
export interface SessionSettings {
  readonly makeServer: () => Promise<McpServer>;
  readonly newId: () => string;
  readonly onProtocolError: (error: unknown) => void;
  /** How many there may be at a time. */
  readonly most?: number;
  /** After how long without any request or open stream a session ends, in milliseconds. */
  readonly idleMs?: number;
}

interface Session {
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Requests and streams that are open. */
  open: number;
  usedAt: number;
}

/** Keeps sessions in memory; one that nobody has used for long ends, and so does the idlest when there are too many. */
export function keepSessions(settings: SessionSettings): LegacySessions {
  const { most = 256, idleMs = 60 * 60 * 1000 } = settings;
  const sessions = new Map<string, Session>();
  const timer = setInterval(() => endIdle(sessions, idleMs), Math.min(idleMs, 60_000)).unref();
  return {
    concerns: ({ request, body }) => sessionId(request) !== undefined || isInitializeRequest(body),
    async answer(read) {
      const id = sessionId(read.request);
      const session = id === undefined ? await begin(sessions, settings, most) : sessions.get(id);
      if (session === 'full')
        return rpcFailure(503, { code: -32000, message: 'too many sessions; try again later' });
      if (session === undefined)
        return rpcFailure(404, {
          code: -32001,
          message: 'there is no such session; initialize a new one',
        });
      return answerIn(session, read);
    },
    async close() {
      clearInterval(timer);
      await Promise.all([...sessions.values()].map(({ server }) => server.close()));
    },
  };
}

function sessionId(request: Request): string | undefined {
  return request.headers.get('mcp-session-id') ?? undefined;
}

async function begin(
  sessions: Map<string, Session>,
  { makeServer, newId, onProtocolError }: SessionSettings,
  most: number,
): Promise<Session | 'full'> {
  if (sessions.size >= most && !endIdlest(sessions)) return 'full';
  const server = await makeServer();
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: newId,
    maxRequestBodySize: largestBody,
    onsessioninitialized: (id) => void sessions.set(id, session),
  });
  const session: Session = { server, transport, open: 0, usedAt: performance.now() };
  transport.onerror = onProtocolError;
  await server.connect(transport);
  const onClose = transport.onclose;
  transport.onclose = () => {
    if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    onClose?.();
  };
  return session;
}

async function answerIn(session: Session, read: ReadRequest): Promise<Response> {
  session.open += 1;
  session.usedAt = performance.now();
  void read.answered.then(() => {
    session.open -= 1;
    session.usedAt = performance.now();
  });
  const response = await session.transport.handleRequest(read.request, { parsedBody: read.body });
  // What was no valid opening has begun nothing.
  if (session.transport.sessionId === undefined) await session.server.close();
  return response;
}

function endIdle(sessions: Map<string, Session>, idleMs: number): void {
  const before = performance.now() - idleMs;
  for (const { open, usedAt, server } of sessions.values()) {
    if (open === 0 && usedAt < before) void server.close();
  }
}

/** Ends the session that has been idle longest; false when all are in use. */
function endIdlest(sessions: Map<string, Session>): boolean {
  const idle = [...sessions].filter(([, { open }]) => open === 0);
  const [idlest] = idle.sort(([, first], [, second]) => first.usedAt - second.usedAt);
  if (idlest === undefined) return false;
  const [id, { server }] = idlest;
  sessions.delete(id);
  void server.close();
  return true;
}
