import type { ServerResponse } from 'node:http';

/** How often a comment line is sent, in milliseconds, so that nothing between the ends takes the stream for dead. */
const pulse = 15_000;

/** How much a client that does not read may keep waiting here, in bytes and milliseconds, before it is dropped. */
const patience: Patience = { bytes: 8 * 1024 * 1024, milliseconds: 20_000 };

interface Patience {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** A stream of server-sent events. */
export interface EventStream {
  /** Sends an event; with an id, a browser that reconnects asks for what follows it. */
  send(event: { readonly name: string; readonly data: string; readonly id?: number }): void;
  /** Resolves when the client has taken what was sent, or is gone. */
  taken(): Promise<void>;
  end(): void;
}

/**
 * Opens a stream of server-sent events on a response; `onClose` is called once, whoever ends it. A client that does not
 * read is dropped; it asks for what it missed when it comes again.
 */
export function openEventStream(
  response: ServerResponse,
  onClose: () => void,
  { bytes, milliseconds } = patience,
): EventStream {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  response.write(': connected\n\n');
  const write = (text: string): void => {
    if (response.writableLength > bytes) response.destroy();
    else response.write(text);
  };
  const timer = setInterval(() => write(': \n\n'), pulse);
  response.once('close', () => {
    clearInterval(timer);
    onClose();
  });
  // The end of a connection is told by its close.
  response.on('error', () => undefined);
  return {
    send({ name, data, id }) {
      const identity = id === undefined ? '' : `id: ${id}\n`;
      write(`${identity}event: ${name}\ndata: ${data}\n\n`);
    },
    taken: () => drained(response, milliseconds),
    end: () => response.end(),
  };
}

function drained(response: ServerResponse, milliseconds: number): Promise<void> {
  if (!response.writableNeedDrain || response.closed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), milliseconds);
    const done = (): void => {
      clearTimeout(timer);
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
