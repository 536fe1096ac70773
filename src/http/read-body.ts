import type { IncomingMessage } from 'node:http';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { bodyTooLarge, largestBody } from './guards.ts';

/**
 * How much of a body that is too large is read and thrown away, in bytes, so that its sender gets to read the
 * answer in place of a broken connection.
 */
const mostDiscarded = 4 * largestBody;

/** How long a client may send nothing in the midst of a body, in milliseconds. */
const patienceMs = 30_000;

/**
 * Reads a request's body as text, up to the limit. Refused when it is too large, no UTF-8, when nothing more of it comes
 * (`request_timeout`), and when its client goes away (`client_gone`).
 */
export async function readBody(
  request: IncomingMessage,
  idleMs = patienceMs,
): Promise<string | Refusal> {
  if (Number(request.headers['content-length'] ?? 0) > mostDiscarded) return bodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  const pieces = request[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  for (;;) {
    const piece = await nextWithin(pieces, idleMs);
    if (isRefusal(piece)) return piece;
    if (piece.done === true) break;
    size += piece.value.length;
    if (size > mostDiscarded) return bodyTooLarge();
    if (size <= largestBody) chunks.push(piece.value);
    else chunks.length = 0;
  }
  if (size > largestBody) return bodyTooLarge();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return refuse('bad_request', 'the body is not UTF-8');
  }
}

function nextWithin<Piece>(
  pieces: AsyncIterator<Piece, undefined>,
  idleMs: number,
): Promise<IteratorResult<Piece, undefined> | Refusal> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => resolve(refuse('request_timeout', `nothing more of the body came for ${idleMs} ms`)),
      idleMs,
    );
    void pieces
      .next()
      .catch(() => refuse('client_gone', 'the client went away before it had sent its body'))
      .then((piece) => {
        clearTimeout(timer);
        resolve(piece);
      });
  });
}
