import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { serveInTest } from '../../test/support/http-server.ts';
import { type EventStream, openEventStream } from './event-stream.ts';

/** More than what the system keeps of a connection that nobody reads. */
const data = 'x'.repeat(4 * 1024 * 1024);

/** A stream whose client does not read, and its end. */
async function unread(limits: { readonly bytes: number; readonly milliseconds: number }) {
  let give: (stream: EventStream) => void = () => undefined;
  const opened = new Promise<EventStream>((resolve) => {
    give = resolve;
  });
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const port = await serveInTest((_, response) => give(openEventStream(response, end, limits)));
  const client = connect(port, '127.0.0.1', () =>
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'),
  );
  client.on('error', () => undefined).pause();
  return { stream: await opened, ended };
}

it('safety 9: a reader that does not read is dropped when too much waits for it', async () => {
  const { stream, ended } = await unread({ bytes: 1024 * 1024, milliseconds: 60_000 });
  for (let count = 0; count < 10; count += 1) stream.send({ name: 'a', data });
  await ended;
});

it('safety 9: and when it reads nothing for long', async () => {
  const { stream, ended } = await unread({ bytes: Number.POSITIVE_INFINITY, milliseconds: 50 });
  for (let count = 0; count < 4; count += 1) stream.send({ name: 'a', data });
  await stream.taken();
  await ended;
});

it('a reader that reads takes everything', async () => {
  let sent: Promise<void> | undefined;
  const port = await serveInTest((_, response) => {
    const stream = openEventStream(response, () => undefined);
    stream.send({ name: 'a', data });
    sent = stream.taken().then(() => stream.end());
  });
  const text = await (await fetch(`http://127.0.0.1:${port}`)).text();
  await sent;
  expect(text).toContain(`data: ${data}\n`);
});
