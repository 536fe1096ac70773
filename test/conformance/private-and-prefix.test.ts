import { describe, expect, it, onTestFinished } from 'vitest';
import { pathPrefixProxy } from '../support/path-prefix-proxy.ts';
import { rawRequest } from '../support/raw-request.ts';
import { planText } from '../support/reviewed-plan.ts';
import { reviewClient } from '../support/running-review.ts';
import { scratchOfTest } from '../support/scratch.ts';

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
