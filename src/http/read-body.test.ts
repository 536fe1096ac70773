import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { serveInTest } from '../../test/support/http-server.ts';
import type { Refusal } from '../core/refusal.ts';
import { readBody } from './read-body.ts';

/** What is read of a body of ten bytes of which five come. */
async function readHalf(idleMs: number, then: 'stay' | 'go'): Promise<string | Refusal> {
  let finish: (read: string | Refusal) => void = () => undefined;
  const read = new Promise<string | Refusal>((resolve) => {
    finish = resolve;
  });
  const port = await serveInTest((request, response) => {
    const body = readBody(request, idleMs);
    void body.then((text) => {
      finish(text);
      response.end();
    });
  });
  const client = connect(port, '127.0.0.1', () => {
    client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345', () => {
      if (then === 'go') client.destroy();
    });
  });
  client.on('error', () => undefined);
  const result = await read;
  client.destroy();
  return result;
}

it('safety 9: a body of which nothing more comes is given up', async () => {
  expect(await readHalf(20, 'stay')).toMatchObject({ code: 'request_timeout' });
});

it('safety 9: a client that goes away in the midst of its body is told from a failure', async () => {
  expect(await readHalf(60_000, 'go')).toMatchObject({ code: 'client_gone' });
});
