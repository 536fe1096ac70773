import { type Refusal, refuse } from '../core/refusal.ts';

/** Largest body that is read, in bytes. */
export const largestBody = 16 * 1024 * 1024;

/** The parts of a request that say where it comes from. */
export interface GuardedRequest {
  readonly method: string;
  /** Whether it asks for data and not for the page. */
  readonly isApi: boolean;
  readonly header: (name: string) => string | undefined;
}

/** Refuses a Host that is no loopback name, so that a name which a stranger binds to 127.0.0.1 does not work. */
export function guardHost(host = ''): Refusal | undefined {
  if (/^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host)) return undefined;
  return refuse('forbidden_host', `the Host must be 127.0.0.1, localhost or [::1], got "${host}"`);
}

/** Refuses requests that another site's page could have made: a foreign Origin, and cross-site fetches of the API. */
export function guardOrigin(request: GuardedRequest): Refusal | undefined {
  const host = request.header('host') ?? '';
  const origin = request.header('origin');
  if (origin !== undefined && origin !== `http://${host}`) {
    return refuse('forbidden_origin', `the Origin must be http://${host}, got "${origin}"`);
  }
  const site = request.header('sec-fetch-site');
  if (request.isApi && site !== undefined && site !== 'same-origin' && site !== 'none') {
    const message = `the API answers its own page alone, got a request of "${site}"`;
    return refuse('forbidden_origin', message);
  }
  return undefined;
}

/** Refuses a body that is no JSON by its type; a request without a body needs no type. */
export function guardType(request: GuardedRequest, hasBody: boolean): Refusal | undefined {
  const type = request.header('content-type');
  if (type === undefined ? !hasBody : /^application\/json\s*(;|$)/i.test(type)) return undefined;
  const message = `the Content-Type must be application/json, got ${type === undefined ? 'none' : `"${type}"`}`;
  return refuse('unsupported_media_type', message);
}

/** The refusal of a body over the limit. */
export function bodyTooLarge(): Refusal {
  return refuse('payload_too_large', `the body is over ${largestBody} bytes`);
}
