import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { type Look, openPage, useBrowser } from './browser.ts';
import { axeFindings } from './find-with-axe.ts';
import { beginOn, blockWith, selectText } from './page-steps.ts';
import { picture, plan } from './plan.ts';
import { type RunningReview, startReview } from './start-review.ts';
import { writeFiles } from './write-files.ts';

useBrowser();

let review: RunningReview | undefined;
afterEach(() => review?.stop());

async function start(
  ...options: readonly string[]
): Promise<{ review: RunningReview; file: string }> {
  const patch =
    'diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n const a = 1;\n-const b = 2;\n+const b = 3;\n';
  const directory = writeFiles({
    'plan.md': plan,
    'picture.svg': picture,
    'x.diff': patch,
  });
  review = await startReview({ words: ['plan.md', 'x.diff', ...options], directory });
  return { review, file: join(directory, 'plan.md') };
}

/** One thread of each kind. */
async function converse({ call }: RunningReview): Promise<void> {
  const open = (anchorStart: number, more: object) =>
    call<{ id: string }>('POST', 'api/threads', {
      fileId: 'f-1',
      anchorStart,
      anchorEnd: anchorStart,
      snippet: '',
      text: 'A remark with `code` and a [link](https://example.com).',
      ...more,
    });
  const author = { name: 'planner', kind: 'agent' };
  const { id } = await open(4, {
    intent: 'question',
    quote: { exact: 'least recently used', prefix: '', suffix: '' },
  });
  await call('POST', `api/threads/${id}/takes`, {
    text: 'An answer.',
    author,
    intent: 'suggestion',
    replacement: 'globally oldest',
  });
  await open(4, { quote: { exact: 'recently used tenth', prefix: '', suffix: '' } });
  await open(5, { author });
  await open(10, { lineRange: { start: 2, end: 2 }, intent: 'change' });
  const done = await open(2, {});
  await call('POST', `api/threads/${done.id}/resolve`, { decision: 'as it is' });
}

const states: Readonly<Record<string, (page: Page, file: string) => Promise<void>>> = {
  'nothing open': async () => {},
  'an open thread': async (page) => {
    await page.locator('mark').first().click();
    await page.locator('.card.active, .sheet .card').first().waitFor();
  },
  'a reply under way': async (page) => {
    await page.locator('mark').first().click();
    await page.getByRole('textbox', { name: 'Reply' }).fill('Half a reply');
  },
  'the composer': async (page) => {
    await beginOn(page, blockWith(page, 'a miss never waits'), 's');
    await page.getByRole('textbox', { name: 'Text to put in its place' }).waitFor();
  },
  'the preview and a draft': async (page) => {
    await beginOn(page, blockWith(page, 'a miss never waits'));
    await page.keyboard.type('Half a *thought*');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('.preview em').waitFor();
  },
  'selected text': async (page) => {
    await selectText(page, 'five minutes');
    await page.locator('.selection-bar').waitFor();
  },
  'all threads': async (page) => {
    await page.locator('.counts').click();
    await page.getByRole('dialog').waitFor();
  },
  find: async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('remark');
    await page.locator('.find-threads').waitFor();
  },
  'the keys': async (page) => {
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  },
  'the finish dialog': async (page) => {
    await page.keyboard.press('f');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Changes/ })
      .click();
    await page.getByRole('alert').waitFor();
  },
  'a patch': async (page) => {
    await page.keyboard.press(']');
    await page.locator('.hunk').waitFor();
  },
  deleting: async (page) => {
    await page.locator('mark').first().click();
    await page.getByRole('button', { name: 'Delete thread' }).click();
  },
  'an orphan': async (page, file) => {
    writeFileSync(file, plan.replace(/Entries live.*\n/, 'Nothing.\n'));
    await page.locator('.orphans').waitFor();
  },
  'a lost link': async (page) => {
    await review?.kill('SIGKILL');
    await page.locator('.link.lost').waitFor();
  },
};

const looks: readonly Look[] = ['wide', 'dark', 'phone'];

describe.each(looks)('axe finds nothing (%s)', (look) => {
  it('in any state of a review', async () => {
    const { review: running, file } = await start('--verdict-options', 'yes|changes:negative!');
    await converse(running);
    const page = await openPage(running.url, look);
    const found: Record<string, readonly string[]> = {};
    for (const [name, reach] of Object.entries(states)) {
      await page.goto(running.url);
      await page.locator('.document-body [data-threads]').first().waitFor();
      await reach(page, file);
      const seen = await axeFindings(page, { contrastAlone: look === 'dark' });
      if (seen.length > 0) found[name] = seen;
    }
    expect(found).toEqual({});
  }, 120_000);

  it('in an empty review and after the end', async () => {
    const options = { contrastAlone: look === 'dark' };
    const { review: running } = await start();
    const page = await openPage(running.url, look);
    expect(await axeFindings(page, options)).toEqual([]);
    await running.call('POST', 'api/done', {});
    await page.getByRole('heading', { name: 'Review handed over' }).waitFor();
    expect(await axeFindings(page, options)).toEqual([]);
  });
});

describe('the keyboard', () => {
  it('scrolls code that is wider than the screen, as soon as it is drawn', async () => {
    const code = `\`\`\`\n${'wide '.repeat(100)}\n\`\`\`\n`;
    const directory = writeFiles({ 'code.md': `# Code\n\n${code}` });
    review = await startReview({ words: ['code.md'], directory });
    const page = await openPage(review.url);
    await page.locator('pre[tabindex="0"]').waitFor();
  });
});

describe('a screen reader', () => {
  it('is told of threads by name and state, and of what happens elsewhere', async () => {
    const { review: running } = await start();
    await converse(running);
    const page = await openPage(running.url);
    await page
      .getByRole('article', { name: /Thread on least recently used: open, needs you, 2 messages/ })
      .waitFor();
    await page.getByRole('article', { name: /Resolved thread on/ }).waitFor();
    await page.getByRole('complementary', { name: 'Threads' }).waitFor();
    await page.getByRole('main', { name: 'Document' }).waitFor();
    await running.call('POST', 'api/threads/u-2/takes', {
      text: 'Heard.',
      author: { name: 'planner', kind: 'agent' },
    });
    await page
      .locator('[aria-live="polite"]', { hasText: 'planner answered in' })
      .waitFor({ state: 'attached' });
  });
});
