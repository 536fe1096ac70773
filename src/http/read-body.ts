import type { IncomingMessage } from 'node:http';
import { type Refusal, refuse } from '../core/refusal.ts';
import { bodyTooLarge, largestBody } from './guards.ts';

/**
 * How much of a body that is too large is read and thrown away, in bytes, so that its sender gets to read the
 * answer in place of a broken connection.
 */
const mostDiscarded = 4 * largestBody;

/** Reads a request's body as text, up to the limit. Refused when it is too large or no UTF-8. */
export async function readBody(request: IncomingMessage): Promise<string | Refusal> {
  if (Number(request.headers['content-length'] ?? 0) > mostDiscarded) return bodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostDiscarded) return bodyTooLarge();
    if (size <= largestBody) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > largestBody) return bodyTooLarge();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return refuse('bad_request', 'the body is not UTF-8');
  }
}
