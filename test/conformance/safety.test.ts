import { symlinkSync, truncateSync } from 'node:fs';
import { createConnection } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';
import { planText } from '../support/reviewed-plan.ts';
import type { RunningReview } from '../support/running-review.ts';
import { makeScratch } from '../support/scratch.ts';

const scratch = makeScratch();
let review: RunningReview;
let host: string;

beforeAll(async () => {
  scratch.write('plan.md', planText);
  review = await scratch.review(['plan.md']);
  host = new URL(review.url).host;
  await review.openThread();
});
afterAll(() => scratch.close());

const json = { 'Content-Type': 'application/json' };
const reply = JSON.stringify({ text: 'From who knows where' });

/** Sends a reply with these headers; says what came back and whether it was taken. */
async function send(headers: Readonly<Record<string, string>>, body: string | Buffer = reply) {
  const before = (await review.state()).replies['u-1']?.length ?? 0;
  const { status, text } = await rawRequest(review.url, {
    method: 'POST',
    path: '/api/threads/u-1/replies',
    headers: { Host: host, ...json, ...headers },
    body,
  });
  const added = ((await review.state()).replies['u-1']?.length ?? 0) - before;
  const { error } = JSON.parse(text) as { error?: { code: string } };
  return { status, code: error?.code, added };
}

const taken = { status: 200, code: undefined, added: 1 };
const refused = (status: number, code: string) => ({ status, code, added: 0 });

describe('review 8, safety: bound to 127.0.0.1 only', () => {
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((address) => address?.family === 'IPv4' && !address.internal);

  it.skipIf(others.length === 0)('no other address of this machine answers', async () => {
    const { port } = new URL(review.url);
    const address = others[0]?.address ?? '';
    const outcome = await new Promise((resolve) => {
      const socket = createConnection({ host: address, port: Number(port) });
      socket.once('connect', () => resolve('connected'));
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    expect(outcome).toBe('ECONNREFUSED');
  });
});

describe('review 8, safety: Host', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]', '127.0.0.1:1', 'localhost:8080', 'LOCALHOST:9'])(
    '%s is a loopback name, whatever the port, so that port forwarding works',
    async (name) => {
      expect(await send({ Host: name })).toEqual(taken);
    },
  );

  it.each([
    'example.com',
    'localhost.example.com',
    '127.0.0.1.example.com',
    '127.0.0.1:80@example.com',
    '192.168.1.1',
    '0.0.0.0',
    '[::]',
    'localhost:80:80',
    '127.0.0.1:port',
    'a b',
  ])('"%s" is 403 forbidden_host', async (name) => {
    expect(await send({ Host: name })).toEqual(refused(403, 'forbidden_host'));
  });

  it('none at all is 403 forbidden_host', async () => {
    const { hostname, port } = new URL(review.url);
    const socket = createConnection({ host: hostname, port: Number(port) });
    socket.end('GET /api/state HTTP/1.0\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).toContain('forbidden_host');
  });

  it('a foreign Host gets neither state, nor events, nor the page', async () => {
    for (const path of ['/api/state', '/api/events', '/', '/api/files/f-1/document']) {
      const headers = { Host: 'rebound.example' };
      const { status } = await rawRequest(review.url, { method: 'GET', path, headers });
      expect([path, status]).toEqual([path, 403]);
    }
  });
});

describe('review 8, safety: Origin', () => {
  it('http://<Host> is our own page', async () => {
    expect(await send({ Origin: `http://${host}` })).toEqual(taken);
    expect(await send({ Host: 'localhost:8080', Origin: 'http://localhost:8080' })).toEqual(taken);
  });

  it('none is a program', async () => {
    expect(await send({})).toEqual(taken);
  });

  it.each([
    ['null'],
    [''],
    ['http://example.com'],
    ['https://127.0.0.1'],
    ['http://127.0.0.1:1'],
    ['http://localhost'],
  ])('"%s" is 403 forbidden_origin', async (origin) => {
    expect(await send({ Origin: origin })).toEqual(refused(403, 'forbidden_origin'));
  });

  it('a foreign Origin cannot read either', async () => {
    const headers = { Host: host, Origin: 'http://example.com' };
    for (const path of ['/api/state', '/api/events']) {
      const { status } = await rawRequest(review.url, { method: 'GET', path, headers });
      expect(status).toBe(403);
    }
  });
});

describe('review 8, safety: Sec-Fetch-Site on /api/*', () => {
  it.each(['same-origin', 'none'])('%s is taken', async (site) => {
    expect(await send({ 'Sec-Fetch-Site': site })).toEqual(taken);
  });

  it.each(['cross-site', 'same-site', 'other'])('%s is 403 forbidden_origin', async (site) => {
    expect(await send({ 'Sec-Fetch-Site': site })).toEqual(refused(403, 'forbidden_origin'));
  });
});

describe('review 8, safety: the body', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
  ])('Content-Type %s is taken', async (type) => {
    expect(await send({ 'Content-Type': type })).toEqual(taken);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    'text/plain; application/json',
  ])('Content-Type %s is 415 unsupported_media_type', async (type) => {
    expect(await send({ 'Content-Type': type })).toEqual(refused(415, 'unsupported_media_type'));
  });

  it('a body without Content-Type is 415 unsupported_media_type', async () => {
    const { status, text } = await rawRequest(review.url, {
      method: 'POST',
      path: '/api/threads/u-1/replies',
      headers: { Host: host },
      body: reply,
    });
    expect([status, JSON.parse(text)]).toMatchObject([
      415,
      { error: { code: 'unsupported_media_type' } },
    ]);
  });

  it('a route whose body is optional may be called without body and Content-Type', async () => {
    for (const path of [
      '/api/heartbeat',
      '/api/threads/u-1/resolve',
      '/api/threads/u-1/unresolve',
    ]) {
      const answer = await rawRequest(review.url, {
        method: 'POST',
        path,
        headers: { Host: host },
      });
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });

  it('a form that a foreign page posts without a script is refused', async () => {
    const headers = { Host: host, 'Content-Type': 'text/plain', Origin: 'http://example.com' };
    const { status } = await rawRequest(review.url, {
      method: 'POST',
      path: '/api/done',
      headers,
      body: '{"x":"="}',
    });
    expect(status).toBe(403);
    expect((await review.get('/api/state')).status).toBe(200);
  });

  const limit = 16 * 1024 * 1024;

  /** A reply whose JSON has exactly so many bytes. */
  function replyOf(bytes: number): Buffer {
    const shell = JSON.stringify({ text: '' }).length;
    return Buffer.from(JSON.stringify({ text: 'x'.repeat(bytes - shell) }));
  }

  it('of 16 MiB is taken', async () => {
    expect(await send({}, replyOf(limit))).toEqual(taken);
  });

  it('of a byte more is 413 payload_too_large, announced or in chunks', async () => {
    const tooLarge = refused(413, 'payload_too_large');
    const body = replyOf(limit + 1);
    expect(await send({ 'Content-Length': String(body.length) }, body)).toEqual(tooLarge);
    expect(await send({ 'Transfer-Encoding': 'chunked' }, body)).toEqual(tooLarge);
  });

  it('that is not UTF-8 is 400 bad_request', async () => {
    const body = Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(await send({}, body)).toEqual(refused(400, 'bad_request'));
  });
});

describe('review 8, safety: the page', () => {
  it('GET / as a navigation is served from anywhere', async () => {
    const headers = { Host: host, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
    const { status } = await rawRequest(review.url, { method: 'GET', path: '/', headers });
    expect(status).toBe(200);
  });

  it('cannot be framed or embedded, loads from nowhere else, and has no inline script', async () => {
    const { headers, text } = await rawRequest(review.url, {
      method: 'GET',
      path: '/',
      headers: { Host: host },
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  it.each(['/../package.json', '/%2e%2e/package.json', '/..%2f..%2fpackage.json', '//etc/passwd'])(
    '%s does not lead out of its folder',
    async (path) => {
      const { status } = await rawRequest(review.url, {
        method: 'GET',
        path,
        headers: { Host: host },
      });
      expect(status).toBe(404);
    },
  );

  it('no answer may be read by another site', async () => {
    for (const path of ['/', '/api/state']) {
      const headers = { Host: host };
      const answer = await rawRequest(review.url, { method: 'GET', path, headers });
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });
});

describe('review 8, safety: pictures come from the folder of the document and nowhere else', () => {
  const picture = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64');

  beforeAll(() => {
    scratch.write('pictures/dot.gif', picture);
    scratch.write('secret.txt', 'secret');
    const outside = scratch.write(`${scratch.home}/outside.gif`, picture);
    symlinkSync(outside, join(scratch.directory, 'leads-out.gif'));
    symlinkSync('secret.txt', join(scratch.directory, 'no-picture.gif'));
    symlinkSync('pictures/dot.gif', join(scratch.directory, 'link.gif'));
    truncateSync(scratch.write('large.gif', picture), 50 * 1024 * 1024 + 1);
  });

  const image = (source: string) =>
    rawRequest(review.url, {
      method: 'GET',
      path: `/api/files/f-1/image?src=${encodeURIComponent(source)}`,
      headers: { Host: host },
    });

  it.each(['pictures/dot.gif', 'link.gif'])('below it they are sent: %s', async (source) => {
    const { status, headers } = await image(source);
    expect([status, headers['content-type']]).toEqual([200, 'image/gif']);
  });

  it.each([
    ...['../home/outside.gif', '/etc/passwd', 'secret.txt', 'plan.md', 'pictures', 'none.gif'],
    ...['leads-out.gif', 'no-picture.gif', 'a\0.gif', 'x'.repeat(5000).concat('.gif')],
  ])('%s is 404', async (source) => {
    expect((await image(source)).status).toBe(404);
  });

  it('one that is too large is refused with the limit', async () => {
    const { status, text } = await image('large.gif');
    expect(status).toBe(413);
    expect(text).toContain('large.gif has 51 MiB; the limit is 50 MiB');
  });
});
