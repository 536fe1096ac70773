import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that shows another one below a path of its own, as an editor or a gateway in the cloud does. */
export interface PathPrefixProxy {
  /** Such as `http://127.0.0.1:4000/proxy/7777`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Forwards everything below `prefix` to the root of `target`, with more headers; the Host is passed on as it came. */
export async function pathPrefixProxy(
  target: string,
  prefix: string,
  more: Readonly<Record<string, string>> = {},
): Promise<PathPrefixProxy> {
  const server = createServer((incoming, outgoing) => {
    Object.assign(incoming.headers, lowerCased(more));
    forward(target, prefix, { incoming, outgoing });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function forward(
  target: string,
  prefix: string,
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
): void {
  const path = incoming.url ?? '';
  if (!path.startsWith(`${prefix}/`)) {
    outgoing.writeHead(404).end();
    return;
  }
  const { hostname, port } = new URL(target);
  const { method, headers } = incoming;
  const sent = request(
    { hostname, port, method, headers, path: path.slice(prefix.length) },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  sent.on('error', () => outgoing.destroy());
  outgoing.on('close', () => sent.destroy());
  incoming.pipe(sent);
}
