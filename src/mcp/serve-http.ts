import { getRequestListener } from '@hono/node-server';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { actions } from '../actions/index.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { guardHost, guardOrigin, largestBody } from '../http/guards.ts';
import { type Handler, listen } from '../http/listen.ts';
import { buildTools } from './build-tools.ts';
import { makeServer, type ServerSettings } from './make-server.ts';

/** Where the tools are served. */
export interface HttpServing extends Omit<ServerSettings, 'tools'> {
  readonly port: number;
  readonly onListening: (url: string) => void;
}

/** Serves the tools over streamable HTTP on 127.0.0.1 until `signal` is aborted. */
export async function serveHttp(
  { port, onListening, ...settings }: HttpServing,
  signal: AbortSignal,
): Promise<Refusal | undefined> {
  const listening = await listen(port);
  if (isRefusal(listening)) return listening;
  const tools = await buildTools(actions);
  const mcp = createMcpHandler(() => makeServer({ ...settings, tools }), {
    onerror: settings.onError,
  });
  listening.answerWith(
    guarded(getRequestListener((request) => answer(request, mcp.fetch)) as Handler),
  );
  onListening(`${listening.url}/mcp`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
  await listening.close(500);
  return undefined;
}

async function answer(
  request: Request,
  serve: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (new URL(request.url).pathname !== '/mcp') {
    return refusalResponse(404, refuse('not_found', 'the tools are at /mcp'));
  }
  return serve(request);
}

function guarded(handle: Handler): Handler {
  return (request, response) => {
    const header = (name: string) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    const fault =
      guardHost(request.headers.host) ??
      guardOrigin({ method: request.method ?? 'GET', isApi: true, header }) ??
      guardSize(Number(request.headers['content-length'] ?? 0));
    if (fault === undefined) return handle(request, response);
    const status = fault.code === 'payload_too_large' ? 413 : 403;
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ error: { code: fault.code, message: fault.message } }));
  };
}

function guardSize(bytes: number): Refusal | undefined {
  if (bytes <= largestBody) return undefined;
  return refuse('payload_too_large', `the body is over ${largestBody} bytes`);
}

function refusalResponse(status: number, { code, message }: Refusal): Response {
  return Response.json({ error: { code, message } }, { status });
}
