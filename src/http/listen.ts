import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Refusal, refuse } from '../core/refusal.ts';

/** Answers one request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A socket that listens already, while its handler may still be loading. */
export interface Listening {
  readonly port: number;
  /** Such as `http://127.0.0.1:7777`. */
  readonly url: string;
  /** Gives the handler; requests that came before wait for it. */
  answerWith(handler: Handler): void;
  /** Takes no new connection and ends when the open ones have, or after `patienceMs`. */
  close(timeoutMs: number): Promise<void>;
}

/**
 * Listens on a port of 127.0.0.1; 0 takes a free one. Refused with `port_in_use`, or `bind_failed` with the
 * system's own words.
 */
export async function listen(port: number): Promise<Listening | Refusal> {
  const handler = deferred<Handler>();
  const server = createServer((request, response) => {
    void respond(handler.promise, request, response);
  });
  // For a whole request to arrive; a response may take as long as it likes.
  server.requestTimeout = 300_000;
  server.keepAliveTimeout = 60_000;
  const failure = await bind(server, port);
  if (failure !== undefined) return bindRefusal(failure, port);
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    answerWith: handler.resolve,
    close: (timeoutMs) => close(server, timeoutMs),
  };
}

async function respond(
  handler: Promise<Handler>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const handle = await handler;
  await handle(request, response);
}

function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function bind(server: Server, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', resolve);
      resolve(undefined);
    });
  });
}

function bindRefusal(error: NodeJS.ErrnoException, port: number): Refusal {
  if (error.code === 'EADDRINUSE') {
    return refuse('port_in_use', `port ${port} is in use`, {
      next: 'end what uses it, or choose another with --port N (0 takes a free one)',
    });
  }
  return refuse('bind_failed', `127.0.0.1:${port} cannot be listened on: ${error.message}`);
}

function close(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
