import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startScenario } from '../support/ledger-scenario.ts';
import { pathPrefixProxy } from '../support/path-prefix-proxy.ts';
import { questionerIn } from '../support/questioner.ts';
import { rawRequest } from '../support/raw-request.ts';
import { planText } from '../support/reviewed-plan.ts';
import { reviewClient } from '../support/running-review.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

async function reviewOfPlan(words: readonly string[] = []) {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  return scratch.review(['plan.md', ...words]);
}

/** Every address that the page names in its HTML. */
async function linksOf(page: string): Promise<readonly string[]> {
  const html = await (await fetch(page)).text();
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
}

describe('review 8, --private', () => {
  it('puts everything under an unguessable path that is part of session.started.url', async () => {
    const review = await reviewOfPlan(['--private']);
    const { pathname } = new URL(review.url);
    expect(pathname).toMatch(/^\/[0-9a-z]{20,}$/);
    const id = await review.openThread();
    expect((await review.state()).threads.map((thread) => thread.id)).toEqual([id]);
    const stream = await review.stream();
    expect((await stream.events.next()).data).toMatchObject({ url: review.url });
    expect((await fetch(`${review.url}/`)).status).toBe(200);
    await review.post('/api/done');
    expect((await review.exit).code).toBe(0);
  });

  it('leaves nothing outside that path', async () => {
    const review = await reviewOfPlan(['--private']);
    const { origin, pathname } = new URL(review.url);
    for (const path of [
      '/',
      '/api/state',
      '/api/events',
      '/index.html',
      `${pathname}x/api/state`,
    ]) {
      const { status, text } = await rawRequest(origin, { method: 'GET', path });
      expect([path, status]).toEqual([path, 404]);
      expect(text.replace(path, '')).not.toContain(pathname.slice(1));
    }
    const outside = reviewClient(origin);
    expect((await outside.post('/api/done')).status).toBe(404);
  });

  it('stderr does not give the path away, and two reviews have two paths', async () => {
    const first = await reviewOfPlan(['--private']);
    const second = await reviewOfPlan(['--private']);
    const [one, other] = [first, second].map(({ url }) => new URL(url).pathname);
    expect(one).not.toBe(other);
    expect(first.stderr()).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\n/);
    expect(first.stderr()).not.toContain(String(one));
  });

  it('the path without a slash leads to the page', async () => {
    const review = await reviewOfPlan(['--private']);
    const answer = await fetch(review.url);
    expect([answer.status, new URL(answer.url).pathname]).toEqual([
      200,
      `${new URL(review.url).pathname}/`,
    ]);
  });
});

/** Every server that shows a page, how it is made ready, and the words that start it. */
const servers: ReadonlyArray<readonly [string, (scratch: Scratch) => Promise<readonly string[]>]> =
  [
    ['a review', async () => ['plan.md', '--port', '0']],
    [
      'a discussion of the ledger',
      async (scratch) => {
        await startScenario(scratch);
        return ['ledger', 'view', 'cache'];
      },
    ],
    [
      'a bundle',
      async (scratch) => {
        const { root } = await (await questionerIn(scratch)).bundle('new', 'Plan', '--goal', 'One');
        return ['bundle', 'open', String(root)];
      },
    ],
  ];

/** A browser that passes on what it is started with. */
function tellingBrowser(scratch: Scratch): { readonly BROWSER: string; readonly told: string } {
  const told = join(scratch.directory, 'told');
  execFileSync('mkfifo', [told]);
  const script = scratch.write('browser', `#!/bin/sh\nprintf '%s\\n' "$*" > '${told}'\n`);
  chmodSync(script, 0o755);
  return { BROWSER: script, told };
}

describe.skipIf(process.platform === 'win32').each(servers)(
  'safety 5, --private, %s',
  (...server) => {
    it('opens the browser at a ticket that leads there once, and nothing tells the path', async () => {
      const [, prepare] = server;
      const scratch = scratchOfTest();
      scratch.write('plan.md', planText);
      const words = await prepare(scratch);
      const { BROWSER, told } = tellingBrowser(scratch);
      const launched = scratch.launch([...words, '--private'], { environment: { BROWSER } });
      const { payload } = await launched.events.next();
      const { origin, pathname } = new URL(String(payload['url']));
      expect(pathname).toMatch(/^\/\w{24}$/);
      expect((await fetch(`${origin}/api/room`)).status).toBe(404);
      const opened = (await readFile(told, 'utf8')).trim();
      expect(opened).toMatch(new RegExp(`^${origin}/open/\\w{24}$`));
      const open = (init: RequestInit = {}) => fetch(opened, { redirect: 'manual', ...init });
      const looks = [open({ method: 'HEAD' }), open({ headers: { 'Sec-Purpose': 'prefetch' } })];
      expect((await Promise.all(looks)).map(({ status }) => status)).toEqual([404, 404]);
      const first = await open();
      expect([first.status, first.headers.get('location')]).toEqual([303, `${pathname}/`]);
      expect(first.headers.get('cache-control')).toBe('no-store');
      const second = await open();
      expect(second.status).toBe(404);
      expect(await second.text()).not.toContain(pathname);
      await launched.kill('SIGTERM');
      expect(launched.stderr()).not.toContain(pathname);
      const logs = join(scratch.home, '.discuss', 'logs');
      const logged = existsSync(logs) ? readdirSync(logs) : [];
      for (const name of logged) {
        expect(readFileSync(join(logs, name), 'utf8')).not.toContain(pathname);
      }
    });
  },
);

it('safety 5: a server without a private path has no tickets', async () => {
  const review = await reviewOfPlan();
  expect((await fetch(`${review.url}/open/anything`)).status).toBe(404);
});

it('safety 5: no transcript holds the private path', async () => {
  const review = await reviewOfPlan(['--private']);
  await review.post('/api/done');
  const { payload } = await review.events.nextWhere(({ kind }) => kind === 'session.done', 'done');
  expect(JSON.stringify(payload)).not.toContain(new URL(review.url).pathname.slice(1));
});

describe('under a path prefix of somebody else', () => {
  it('routes, stream and page work, since every address in the page is relative', async () => {
    const review = await reviewOfPlan();
    const proxy = await pathPrefixProxy(review.url, '/proxy/7777');
    onTestFinished(() => proxy.close());
    const through = reviewClient(proxy.url);
    const stream = await through.stream();
    expect((await stream.events.next()).name).toBe('session.started');
    const id = await through.openThread();
    expect((await stream.nextEvent('thread.created')).data).toMatchObject({ id });
    const links = await linksOf(`${proxy.url}/`);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      const address = new URL(link, `${proxy.url}/`);
      expect(address.href).toContain(`${proxy.url}/`);
      expect((await fetch(address)).status).toBe(200);
    }
    await through.post('/api/done');
    await stream.nextEvent('session.done');
    await stream.ended;
    expect((await review.exit).code).toBe(0);
  });
});
