import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { xssVectors } from '../support/hostile-texts.ts';
import { applyBatch } from '../support/ledger-scenario.ts';
import { questionerIn } from '../support/questioner.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import { scratchOfTest } from '../support/scratch.ts';
import { openBlank, useBrowser } from './browser.ts';
import { startReview } from './start-review.ts';
import { writeFiles } from './write-files.ts';

useBrowser();

const loaded = `${xssVectors.length} hostile texts`;

/** A page that notes what has run and what was asked of other hosts; reports of its policy fail the test by themselves. */
async function openWatched(url: string): Promise<{ page: Page; harm: readonly string[] }> {
  const page = await openBlank();
  const harm: string[] = [];
  page.on('dialog', async (dialog) => {
    harm.push(`ran: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    const address = request.url();
    if (!/^(?:data|blob):/.test(address) && new URL(address).origin !== new URL(url).origin)
      harm.push(`asked for ${address}`);
  });
  page.on('popup', (popup) => harm.push(`opened ${popup.url()}`));
  await page.goto(url);
  return { page, harm };
}

/** Touches everything that could hold a handler or an address; returns addresses that no link may have. */
function provoke(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const types = ['focus', 'mouseover', 'animationstart', 'toggle', 'error', 'load', 'begin'];
    for (const element of document.querySelectorAll('main *, article *')) {
      for (const type of types) element.dispatchEvent(new Event(type));
    }
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')];
    return links
      .filter(({ protocol }) => !/^(?:https?|mailto|tel|ftp):$/.test(protocol))
      .map(({ outerHTML }) => outerHTML);
  });
}

async function expectHarmless(page: Page, harm: readonly string[]): Promise<void> {
  expect(await provoke(page)).toEqual([]);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  expect(harm).toEqual([]);
}

const perMessage = process.env['DISCUSS_LONG_TESTS'] === '1' ? 1 : 6;

/** Messages that hold every hostile text, each in paragraphs of its own. */
const messages = Array.from({ length: Math.ceil(xssVectors.length / perMessage) }, (_, index) =>
  xssVectors.slice(index * perMessage, (index + 1) * perMessage).join('\n\n'),
);

/** What the grammar of names lets through. */
const names = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  '<svg onload=alert(1)>',
];

async function startWatched(files: Readonly<Record<string, string>>, words: readonly string[]) {
  const review = await startReview({ words, directory: writeFiles(files) });
  onTestFinished(() => review.stop());
  return review;
}

describe(`a page of ${loaded} (safety)`, () => {
  it('is tried with at least 250 of them', () => {
    expect(new Set(xssVectors).size).toBeGreaterThanOrEqual(250);
  });

  it('is watched by what notices a script that runs', async () => {
    const { page, harm } = await openWatched('about:blank');
    await page.setContent('<img src="data:," onerror="alert(1)">');
    await expect.poll(() => harm).toEqual(['ran: 1']);
  });

  it('runs nothing of a document', async () => {
    const text = xssVectors.map((vector) => `# Vector\n\n${vector}\n\n- x ${vector}\n`).join('\n');
    const review = await startWatched({ 'plan.md': `${text}\n# The last line\n` }, ['plan.md']);
    const { page, harm } = await openWatched(review.url);
    await page.locator('.document-body [data-block]').first().waitFor();
    await expectHarmless(page, harm);
  });

  it('runs nothing of comments, takes and names', async () => {
    const review = await startWatched({ 'plan.md': '# Plan\n\nDrop the oldest tenth.\n' }, [
      'plan.md',
    ]);
    const anchor = { anchorStart: 2, anchorEnd: 2, snippet: 'Drop the oldest tenth.' };
    for (const [index, text] of messages.entries()) {
      await review.call('POST', 'api/threads', { ...anchor, text });
      const author = { name: names[index % names.length], kind: 'agent' };
      await review.call('POST', `api/threads/u-${index + 1}/takes`, { text, author });
    }
    const { page, harm } = await openWatched(review.url);
    await page.locator('article').nth(20).waitFor();
    await expectHarmless(page, harm);
  });

  it('runs nothing of a patch and of the names of its files', async () => {
    const files = xssVectors.filter((text) => !/[\n\t\f"\\\u0001]/.test(text)).slice(0, 60);
    const patch = files.flatMap((text) => [
      `diff --git a/${text}.txt b/${text}.txt`,
      `--- a/${text}.txt`,
      `+++ b/${text}.txt`,
      `@@ -1,1 +1,1 @@ ${text}`,
      `-${text}`,
      `+x ${text}`,
    ]);
    const all = xssVectors.flatMap((text) => text.split(/[\n\f]/)).map((line) => `+${line}`);
    const head = ['diff --git a/all.txt b/all.txt', 'new file mode 100644', '--- /dev/null'];
    const added = [...head, '+++ b/all.txt', `@@ -0,0 +1,${all.length} @@`, ...all];
    const text = [...added, ...patch, ''].join('\n');
    const review = await startWatched({ 'a.patch': text }, ['a.patch']);
    const { page, harm } = await openWatched(review.url);
    await page.locator('.document-body [data-block]').first().waitFor();
    await expectHarmless(page, harm);
  });

  it('runs nothing of a ledger', async () => {
    const scratch = scratchOfTest();
    expect((await runDiscuss(scratch, ['init'])).code).toBe(0);
    await applyBatch(scratch, 0, [{ op: 'start', text: 'Cache <script>alert(1)</script>' }]);
    for (let start = 0; start < xssVectors.length; start += 60) {
      const texts = xssVectors
        .slice(start, start + 60)
        .map((text) => text.replace(/[\u0001]/g, ''));
      const operations = texts.map((text, index) => ({
        op: 'gap',
        id: `g-${start + index}`,
        text,
      }));
      await applyBatch(scratch, 1 + start / 60, operations);
    }
    const shown = scratch.launch(['ledger', 'view', 'cache', '--no-open']);
    const { payload } = await shown.nextEvent('view.started');
    const { page, harm } = await openWatched(String(payload['url']));
    await page
      .locator('.item')
      .nth(xssVectors.length - 1)
      .waitFor();
    await expectHarmless(page, harm);
  });

  it('runs nothing of a record and of its question', async () => {
    const scratch = scratchOfTest();
    const { bundle } = await questionerIn(scratch);
    const script = '<img src=x onerror=alert(1)>';
    const { root } = await bundle(
      'new',
      `Fix ${script}`,
      '--goal',
      xssVectors.join(' ').slice(0, 900),
    );
    const options = [`One ${script}`, '[Two](javascript:alert(1))'];
    const described = options.flatMap((label) => ['--option', `${label} :: ${script}`]);
    await bundle('ask', '--header', 'Scope', '--prompt', `Which ${script}?`, ...described);
    const shown = scratch.launch(['bundle', 'open', String(root), '--no-open']);
    const { payload } = await shown.nextEvent('view.started');
    const { page, harm } = await openWatched(String(payload['url']));
    await page.getByText('onerror=alert(1)').first().waitFor();
    await expectHarmless(page, harm);
  });
});
