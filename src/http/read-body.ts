import type { IncomingMessage } from 'node:http';
import { type Refusal, refuse } from '../core/refusal.ts';
import { bodyTooLarge, largestBody } from './guards.ts';

/** Reads a request's body as text, up to the limit. Refused when it is too large or no UTF-8. */
export async function readBody(request: IncomingMessage): Promise<string | Refusal> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > largestBody) return bodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) return bodyTooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return refuse('bad_request', 'the body is not UTF-8');
  }
}
