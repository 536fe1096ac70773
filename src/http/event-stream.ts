import type { ServerResponse } from 'node:http';

/** How often a comment line is sent, in milliseconds, so that nothing between the ends takes the stream for dead. */
const pulse = 15_000;

/** A stream of server-sent events. */
export interface EventStream {
  /** Sends an event; with an id, a browser that reconnects asks for what follows it. */
  send(event: { readonly name: string; readonly data: string; readonly id?: number }): void;
  end(): void;
}

/** Opens a stream of server-sent events on a response; `onClose` is called once, whoever ends it. */
export function openEventStream(response: ServerResponse, onClose: () => void): EventStream {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  response.write(': connected\n\n');
  const timer = setInterval(() => response.write(': \n\n'), pulse);
  response.once('close', () => {
    clearInterval(timer);
    onClose();
  });
  return {
    send({ name, data, id }) {
      const identity = id === undefined ? '' : `id: ${id}\n`;
      response.write(`${identity}event: ${name}\ndata: ${data}\n\n`);
    },
    end: () => response.end(),
  };
}
