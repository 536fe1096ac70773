import { afterEach, describe, expect, it } from 'vitest';
import { pathPrefixProxy } from '../support/path-prefix-proxy.ts';
import { openBlank, openPage, useBrowser } from './browser.ts';
import { blockWith, commentOn, until } from './page-steps.ts';
import { picture, plan } from './plan.ts';
import { type RunningReview, startReview } from './start-review.ts';
import { writeFiles } from './write-files.ts';

useBrowser();

let review: RunningReview | undefined;
afterEach(() => review?.stop());

const patch = `diff --git a/src/cache.ts b/src/cache.ts
--- a/src/cache.ts
+++ b/src/cache.ts
@@ -1,3 +1,3 @@
 const a = 1;
-const b = 2;
+const b = 3;
 const c = 4;
`;

async function start(
  files: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<RunningReview> {
  const directory = writeFiles(files);
  review = await startReview({ words: words.length > 0 ? words : Object.keys(files), directory });
  return review;
}

const several = { 'plan.md': plan, 'docs/notes.md': '# Notes\n\nShort.\n', 'cache.diff': patch };

describe('the document', () => {
  it('has at most 72 characters a line at 16.5 px on 1.68', async () => {
    const text =
      'a plain sentence of ordinary words and lengths, as one finds them everywhere. '.repeat(30);
    const { url } = await start({ 'plan.md': `# Long\n\n${text}\n` });
    const page = await openPage(url);
    const look = await blockWith(page, 'a plain sentence').evaluate((block) => {
      const style = getComputedStyle(block);
      const lines = Math.round(
        block.getBoundingClientRect().height / Number.parseFloat(style.lineHeight),
      );
      return {
        size: style.fontSize,
        ratio: Number.parseFloat(style.lineHeight) / Number.parseFloat(style.fontSize),
        perLine: (block.textContent ?? '').length / lines,
      };
    });
    expect(look.size).toBe('16.5px');
    expect(look.ratio).toBeCloseTo(1.68, 2);
    expect(look.perLine).toBeLessThanOrEqual(72);
  });

  it('shows code in colours, formulas and diagrams, and loads nothing from elsewhere', async () => {
    const mermaid =
      '```mermaid\nflowchart LR\n  Start --> Stop\n```\n\n```mermaid\nno such diagram\n```\n';
    const { url } = await start(
      { 'plan.md': `${plan}\n${mermaid}`, 'picture.svg': picture },
      'plan.md',
    );
    const page = await openBlank();
    const hosts = new Set<string>();
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).host);
    });
    await page.goto(url);
    expect(await page.locator('.hljs-keyword').first().textContent()).toBe('export');
    expect(await page.locator('math').count()).toBe(1);
    await blockWith(page, 'Start --> Stop').scrollIntoViewIfNeeded();
    const image = page.locator('.drawn .diagram img');
    await image.waitFor();
    await until(() => image.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth > 50));
    await page.locator('.diagram-problem', { hasText: 'cannot be drawn' }).waitFor();
    expect(await blockWith(page, 'no such diagram').locator('code').isVisible()).toBe(true);
    await commentOn(page, page.locator('.drawn'), 'Why only two?');
    await review?.event('thread.created');
    expect([...hosts]).toEqual([new URL(url).host]);
  });

  it('shows a patch with its numbers and words that changed, to be commented on by line', async () => {
    const { url, event } = await start({ 'cache.diff': patch });
    const page = await openPage(url);
    await page.locator('.line.added').hover();
    await page.locator('.add').click();
    await page.keyboard.type('Why three?');
    await page.keyboard.press('Control+Enter');
    expect((await event('thread.created')).payload['lineRange']).toEqual({ start: 4, end: 4 });
    expect(await page.locator('.line.added .changed').textContent()).toBe('3');
  });

  it('says that it cannot be loaded, and tries again when asked', async () => {
    const { url } = await start({ 'plan.md': plan });
    const page = await openBlank();
    await page.route('**/document*', (route) => route.abort());
    await page.goto(url);
    await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
    await page.unroute('**/document*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.locator('.document-body h1').waitFor();
  });
});

describe('the theme', () => {
  it('is the right one before the first paint, remembered or the system’s', async () => {
    const { url } = await start({ 'plan.md': plan });
    const page = await openBlank('dark');
    await page.route('**/assets/*.js', () => {});
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('.logo').waitFor();
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await background()).toBe('rgb(16, 18, 21)');
    await page.unroute('**/assets/*.js');
    await page.reload();
    await page.locator('.document-body h1').waitFor();
    await page.keyboard.press('t');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.logo').waitFor();
    expect(await background()).toBe('rgb(244, 242, 238)');
  });

  it('follows the system while nothing else was chosen', async () => {
    const { url } = await start({ 'plan.md': plan });
    const page = await openPage(url);
    await page.emulateMedia({ colorScheme: 'dark' });
    await until(async () => (await page.locator('html').getAttribute('data-theme')) === 'dark');
  });
});

describe('several files', () => {
  it('are listed with open counts and viewed ticks, and keep their place when one comes back', async () => {
    const { url, call } = await start(several);
    await call('POST', 'api/threads', {
      fileId: 'f-1',
      anchorStart: 2,
      anchorEnd: 2,
      snippet: '',
      text: 'One.',
    });
    const page = await openPage(url);
    const files = page.getByRole('navigation', { name: 'Files' });
    expect(await files.locator('.row').allTextContents()).toEqual([
      expect.stringMatching(/plan\.md.*1/),
      'docs/notes.md',
      'src/cache.ts',
    ]);
    await page.evaluate(() => window.scrollTo(0, 300));
    await page.keyboard.press(']');
    await page.locator('.document-body h1', { hasText: 'Notes' }).waitFor();
    await page.getByRole('button', { name: /Mark as viewed/ }).click();
    await page.locator('.document-body h1', { hasText: 'src/cache.ts' }).waitFor();
    await until(
      async () => (await files.locator('.row').nth(1).textContent())?.includes('viewed') === true,
    );
    await page.reload();
    expect(await files.locator('.row').nth(1).textContent()).toContain('viewed');
  });
});

describe('the link', () => {
  it('is shown honestly: lost, catching up, live again with what was missed', async () => {
    const directory = writeFiles({ 'plan.md': plan });
    let current = await startReview({ words: ['plan.md'], directory });
    review = current;
    const page = await openPage(current.url);
    await page.locator('.link', { hasText: 'Live' }).waitFor();
    await current.kill('SIGKILL');
    await page
      .locator('.link.lost', { hasText: 'Connection lost · what you write is kept' })
      .waitFor();
    await until(async () => (await page.title()).includes('⚠'));
    const { home, port } = current;
    current = await startReview({ words: ['plan.md', '--resume'], directory, home, port });
    review = current;
    await current.call('POST', 'api/threads', {
      anchorStart: 2,
      anchorEnd: 2,
      snippet: '',
      text: 'Meanwhile.',
    });
    await page.locator('.card', { hasText: 'Meanwhile.' }).waitFor();
    await page.locator('.link', { hasText: 'Live' }).waitFor();
  });

  it('works below a path', async () => {
    const { url } = await start({ 'plan.md': plan });
    const proxy = await pathPrefixProxy(url, '/some/path');
    try {
      const page = await openPage(`${proxy.url}/`);
      await commentOn(page, blockWith(page, 'Entries live'), 'Through a prefix.');
      await page.locator('.card', { hasText: 'Through a prefix.' }).getByText('saved').waitFor();
    } finally {
      await proxy.close();
    }
  });
});

describe('an empty review', () => {
  it('says in one line how to start', async () => {
    const { url } = await start({ 'plan.md': plan });
    const page = await openPage(url);
    await page.locator('.empty', { hasText: 'to start the conversation' }).waitFor();
  });
});
