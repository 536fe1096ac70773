import type { IncomingMessage } from 'node:http';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { type GuardedRequest, guardHost, guardOrigin, guardType } from '../http/guards.ts';
import { readBody } from '../http/read-body.ts';
import { guardToken } from './bearer-token.ts';
import { requestIdOf } from './malformed-message.ts';
import { rpcFailure } from './rpc-failure.ts';

/** The one path that is served. */
const path = '/mcp';

const methods = ['GET', 'POST', 'DELETE'];

/**
 * Answers a request that is not let in: of a foreign page, without the token, to another path, or of a type that is not
 * read.
 */
export function guardRequest(request: Request, token: string): Response | undefined {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const guarded: GuardedRequest = { method: request.method, isApi: true, header };
  const foreign = guardHost(header('host')) ?? guardOrigin(guarded);
  if (foreign !== undefined) return refused(403, foreign);
  const stranger = guardToken(request, token);
  if (stranger !== undefined) return stranger;
  if (new URL(request.url).pathname !== path)
    return rpcFailure(404, { code: -32000, message: `everything is at ${path}` });
  if (!methods.includes(request.method)) return notAllowed();
  const type = request.method === 'POST' ? guardType(guarded, true) : undefined;
  return type === undefined ? undefined : refused(415, type);
}

function notAllowed(): Response {
  const response = rpcFailure(405, {
    code: -32000,
    message: `the method must be one of ${methods.join(', ')}`,
  });
  response.headers.set('Allow', methods.join(', '));
  return response;
}

/** Reads a body of JSON up to the limit, however its length is told; answers a request whose body is none. */
export async function readJson(
  incoming: IncomingMessage,
): Promise<{ readonly body: unknown } | Response> {
  const text = await readBody(incoming);
  if (isRefusal(text)) return refused(text.code === 'payload_too_large' ? 413 : 400, text);
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    const id = requestIdOf({ head: text, tail: text });
    return rpcFailure(400, { code: -32700, message: 'the body is not JSON' }, id);
  }
}

function refused(status: number, { code, message }: Refusal): Response {
  return rpcFailure(status, {
    code: code === 'bad_request' ? -32700 : -32000,
    message,
    data: { code },
  });
}
