/** Why a request did not succeed. */
export type Failure =
  /** Nobody answered, or the server is going down: worth trying again when the link is back. */
  | { readonly kind: 'unreachable' }
  /** The server said no; `message` is a sentence for the person. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly details?: unknown;
    };

/** What a request came to. */
export type ApiResponse<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

/** A request to the review's server; the path is relative to the page. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Let the request outlive the page. */
  readonly keepalive?: boolean;
}

/** Sends requests to the server that the page came from. */
export interface ApiClient {
  send<T>(request: ApiRequest): Promise<ApiResponse<T>>;
}

const responseTimeout = 15_000;

/** A client whose paths are taken relative to a base, such as the page's own address. */
export function createApiClient(base: string): ApiClient {
  return { send: (request) => send(new URL(request.path, base), request) };
}

async function send<T>(url: URL, request: ApiRequest): Promise<ApiResponse<T>> {
  try {
    const response = await fetch(url, {
      method: request.method,
      keepalive: request.keepalive === true,
      signal: AbortSignal.timeout(responseTimeout),
      ...(request.body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request.body),
      }),
    });
    const value: unknown = await response.json();
    if (response.ok) return { ok: true, value: value as T };
    return { ok: false, failure: failureOf(response.status, value) };
  } catch {
    return { ok: false, failure: { kind: 'unreachable' } };
  }
}

function failureOf(status: number, body: unknown): Failure {
  if (status === 503) return { kind: 'unreachable' };
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
  return {
    kind: 'refused',
    status,
    code: typeof error['code'] === 'string' ? error['code'] : 'unknown',
    message:
      typeof error['message'] === 'string' ? error['message'] : `The server answered ${status}.`,
    ...(error['details'] !== undefined && { details: error['details'] }),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A failure in words for the person. */
export function failureText(failure: Failure): string {
  return failure.kind === 'unreachable' ? 'The server does not answer.' : failure.message;
}
