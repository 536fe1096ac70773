import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
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

const send = async (method: string, path: string, body?: string) => {
  const { status, headers, text } = await rawRequest(review.url, {
    method,
    path,
    headers: { Host: host, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  });
  return { status, allow: headers['allow'], text };
};

const logged = (): string => {
  const folder = join(scratch.home, '.discuss/logs');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
};

describe('safety 9: an unknown asset is 404 whatever its name', () => {
  it.each([
    '/__proto__',
    '/constructor',
    '/a.__proto__',
    '/a.constructor',
    '/assets/toString.js',
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%5c..%5cx.js',
    '/index%00.html',
    '/%00.js',
    '/%E0%A4%A.js',
    '/%.js',
    `/${'a'.repeat(5000)}.js`,
    `/${'a/'.repeat(3000)}a.js`,
    '/assets',
    '/assets/',
    '//index.js',
    '/./x.css',
    '/con.js',
  ])('%s', async (path) => {
    expect(await send('GET', path)).toMatchObject({
      status: 404,
      text: expect.stringContaining('"not_found"'),
    });
  });
});

describe('safety 9: a wrong method is 405 with Allow', () => {
  it.each([
    ['POST', '/api/state', 'GET, HEAD'],
    ['GET', '/api/threads', 'POST'],
    ['PATCH', '/api/threads', 'POST'],
    ['DELETE', '/api/threads', 'POST'],
    ['OPTIONS', '/api/done', 'POST'],
    ['PUT', '/api/threads/u-1', 'DELETE'],
    ['GET', '/api/drafts/new-thread', 'POST, DELETE'],
    ['DELETE', '/api/events', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
    ['DELETE', '/index.html', 'GET, HEAD'],
  ])('%s %s', async (method, path, allow) => {
    const answer = await send(method, path);
    expect(answer).toMatchObject({
      status: 405,
      text: expect.stringContaining('method_not_allowed'),
    });
    expect(String(answer.allow).split(', ').sort()).toEqual(
      expect.arrayContaining(allow.split(', ').sort()),
    );
  });

  it('HEAD is answered wherever GET is', async () => {
    expect(await send('HEAD', '/')).toMatchObject({ status: 200, text: '' });
    expect(await send('HEAD', '/api/state')).toMatchObject({ status: 200, text: '' });
  });
});

it('safety 9: query fields never override a body', async () => {
  const answer = await send(
    'POST',
    '/api/threads/u-1/replies?text=Of+the+query&threadId=u-9&id=u-9',
    JSON.stringify({ text: 'Of the body' }),
  );
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toMatchObject({ threadId: 'u-1', text: 'Of the body' });
});

it('safety 9: a query gives no field to a request that may have a body', async () => {
  expect(await send('POST', '/api/threads/u-1/replies?text=Of+the+query', '{}')).toMatchObject({
    status: 400,
  });
});

describe('safety 9: a client that goes away is no failure', () => {
  const leave = (text: string): Promise<void> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(review.url);
      const client = connect(Number(port), hostname, () =>
        client.write(text, () => client.resetAndDestroy()),
      );
      client.on('error', () => undefined).on('close', () => resolve());
    });

  it.each([
    [
      'in the midst of a body',
      'POST /api/threads HTTP/1.1',
      'Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{"te',
    ],
    [
      'in the midst of a chunk',
      'POST /api/heartbeat HTTP/1.1',
      'Transfer-Encoding: chunked\r\n\r\nff\r\n{',
    ],
    ['on the event stream', 'GET /api/events HTTP/1.1', '\r\n'],
    ['before its page comes', 'GET / HTTP/1.1', '\r\n'],
    ['before the state comes', 'GET /api/state HTTP/1.1', '\r\n'],
    ['in the midst of its headers', 'GET /api/state HTTP/1.1', 'X-A'],
  ])('%s', async (_, line, rest) => {
    await leave(`${line}\r\nHost: ${host}\r\n${rest}`);
    expect((await review.state()).threads).toHaveLength(1);
    expect(logged()).not.toMatch(/error|unexpected/);
    expect(review.stderr()).not.toMatch(/unexpected|error/i);
  });
});
