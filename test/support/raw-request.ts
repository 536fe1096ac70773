import { request } from 'node:http';

/** A request with the headers that `fetch` does not let anyone set. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** What came back. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends a request as it is written, to the host and port of `url`, without the headers that clients add. */
export function rawRequest(url: string, { method, path, headers, body }: RawRequest) {
  const { hostname, port } = new URL(url);
  return new Promise<RawAnswer>((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: { ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.on('error', reject);
    // A server that has answered need not read the rest of a body; its writing then fails after the request is over.
    sent.on('socket', (socket) => socket.setMaxListeners(0).on('error', () => undefined));
    sent.end(body);
  });
}
