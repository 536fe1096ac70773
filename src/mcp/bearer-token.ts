import { createHash, timingSafeEqual } from 'node:crypto';
import { rpcFailure } from './rpc-failure.ts';

/** Answers a request that does not bring the token; how long the comparison takes tells nothing of it. */
export function guardToken(request: Request, token: string): Response | undefined {
  const header = request.headers.get('authorization') ?? '';
  const presented = /^Bearer +(\S+)$/i.exec(header.trim())?.[1] ?? '';
  if (timingSafeEqual(digestOf(presented), digestOf(token))) return undefined;
  const response = rpcFailure(401, {
    code: -32000,
    message: 'a client must send "Authorization: Bearer TOKEN"; discuss mcp --show-token prints it',
    data: { code: 'unauthorized' },
  });
  response.headers.set('WWW-Authenticate', 'Bearer realm="discuss"');
  return response;
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
