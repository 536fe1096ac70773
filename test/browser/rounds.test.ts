import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { indexBlocks } from '../../src/core/document/markdown-it/blocks.ts';
import { openPage, useBrowser } from './browser.ts';
import { axeFindings } from './find-with-axe.ts';
import { blockWith, cardWith, commentOn, selectText, until, write } from './page-steps.ts';
import { picture, plan } from './plan.ts';
import { type RunningReview, startReview } from './start-review.ts';
import { writeFiles } from './write-files.ts';

useBrowser();

const reviews: RunningReview[] = [];
const homes: string[] = [];
afterEach(async () => {
  await Promise.all(reviews.splice(0).map((review) => review.stop()));
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

/** A plan on disk whose reviews share one home. */
function planOnDisk() {
  const directory = writeFiles({ 'plan.md': plan, 'picture.svg': picture });
  const file = join(directory, 'plan.md');
  const home = mkdtempSync(join(tmpdir(), 'discuss-home-'));
  homes.push(home);
  return {
    file,
    review: async (...words: readonly string[]): Promise<RunningReview> => {
      const review = await startReview({ words: ['plan.md', ...words], directory, home });
      reviews.push(review);
      return review;
    },
    change: (...changes: readonly (readonly [from: string | RegExp, to: string])[]): void => {
      const text = changes.reduce(
        (all, [from, to]) => all.replace(from, to),
        readFileSync(file, 'utf8'),
      );
      writeFileSync(file, text);
    },
  };
}

/** Every kind of change: words of a paragraph, a cell, code, an item; blocks that are new; blocks that are gone. */
const manyChanges = [
  ['least recently used tenth', 'globally oldest entries'],
  ['a hard limit of `512 MiB` per node\n', 'a hard limit of `512 MiB` per node\n- a new item\n'],
  ['  - not even compressed\n', ''],
  ['> MAX_ENTRY) return;', '> MAX_ENTRY) return refuse(key);'],
  ['| Canary | 5 % |\n', '| Half | 50 % |\n'],
  ['###### Formula\n', '###### Formula\n\nA paragraph of its own about the formula.\n'],
  ['of all.', 'of all answers.'],
  ['> Never slower than no cache.\n', ''],
] as const;

async function open(review: RunningReview, quote: string, text: string): Promise<void> {
  const { blocks } = await review.call<{ blocks: readonly { index: number; snippet: string }[] }>(
    'GET',
    'api/files/f-1/blocks',
  );
  const block = blocks.find(({ snippet }) => snippet.includes(quote))?.index;
  await review.call('POST', 'api/threads', {
    anchorStart: block,
    anchorEnd: block,
    snippet: '',
    text,
    quote: { exact: quote, prefix: '', suffix: '' },
  });
}

/** The words that are lit as new. */
async function litWords(page: Page, name: 'came' | 'came-whole'): Promise<readonly string[]> {
  return page.evaluate((highlight) => {
    const ranges = [...(CSS.highlights.get(highlight) ?? [])] as Range[];
    return ranges.map(String);
  }, name);
}

/** The text of every block without what is generated, by block. */
async function drawnTexts(page: Page): Promise<Readonly<Record<string, string>>> {
  return page.locator('.document-body').evaluate((root) => {
    const texts: Record<string, string> = {};
    for (const block of root.querySelectorAll('[data-block]')) {
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      let text = '';
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (parent?.closest('[data-generated]')) continue;
        if (parent?.closest('[data-block]') === block) text += (node as Text).data;
      }
      texts[block.getAttribute('data-block') ?? ''] = text;
    }
    return texts;
  });
}

const textsOf = (markdown: string): Readonly<Record<string, string>> =>
  Object.fromEntries(indexBlocks(markdown).map(({ index, text }) => [String(index), text]));

const bar = (page: Page): Locator => page.locator('.changes-bar');

describe('what changed since a round', () => {
  it('is not spoken of while there is one round', async () => {
    const page = await openPage((await planOnDisk().review()).url);
    await page.keyboard.press('d');
    await page.locator('[aria-live="polite"]', { hasText: 'only one round' }).waitFor({
      state: 'attached',
    });
    expect(await page.getByText(/since round/i).count()).toBe(0);
    expect(await page.locator('.changes-bar, .round').count()).toBe(0);
  });

  it('is marked in the text, word by word, and the text stays what comments are placed by', async () => {
    const { review: start, change, file } = planOnDisk();
    const review = await start();
    const page = await openPage(review.url);
    change(...manyChanges);
    await review.event('source.updated');
    await page.getByRole('button', { name: /sections changed/ }).click();
    await bar(page).getByText('changes').waitFor();

    await until(async () => (await litWords(page, 'came')).includes('answers'));
    expect(await litWords(page, 'came')).toEqual(
      expect.arrayContaining(['globally oldest entries', 'refuse', 'Half', '50']),
    );
    expect(await litWords(page, 'came-whole')).toEqual([
      'a new item',
      'A paragraph of its own about the formula.',
    ]);
    const went = await page.locator('.document-body del').allTextContents();
    expect(went).toEqual(
      expect.arrayContaining([
        'least recently used tenth',
        'not even compressed',
        'Never slower than no cache.',
      ]),
    );
    const gone = page.locator('.gone', { hasText: 'not even compressed' });
    expect(await gone.evaluate((element) => element.previousElementSibling?.textContent)).toContain(
      'no entry larger',
    );
    expect(await drawnTexts(page)).toEqual(textsOf(readFileSync(file, 'utf8')));

    await selectText(page, 'When memory', ' entries');
    await page.keyboard.press('c');
    await write(page, 'Said while changes are shown.');
    const { payload } = await review.event('thread.created');
    expect(payload).toMatchObject({
      quote: { exact: 'When memory runs short we drop the globally oldest entries' },
    });
    await page.locator('mark').first().waitFor();
    expect(await litWords(page, 'came')).toContain('globally oldest entries');
    expect(await drawnTexts(page)).toEqual(textsOf(readFileSync(file, 'utf8')));

    await page.keyboard.press('Escape');
    await page.locator('main').focus();
    await page.keyboard.press('d');
    await bar(page).waitFor({ state: 'detached' });
    expect(await page.locator('.document-body :is(del, .gone, [data-change])').count()).toBe(0);
    expect(await drawnTexts(page)).toEqual(textsOf(readFileSync(file, 'utf8')));
  });

  it('is gone through by keys, compared with any round, and goes on with the next one', async () => {
    const { review: start, change } = planOnDisk();
    const review = await start();
    const page = await openPage(review.url);
    change(['five minutes', 'six minutes']);
    await review.event('source.updated');
    change(['the same **two', 'the very same **two']);
    await review.event('source.updated');
    await page.locator('button.round', { hasText: 'round 3' }).waitFor();
    await page.keyboard.press('.');
    await bar(page).getByText('1 / 2').waitFor();
    await page.keyboard.press('.');
    await bar(page).getByText('2 / 2').waitFor();
    expect(await page.locator('.change-here').textContent()).toContain('six');
    await page.keyboard.press(',');
    await bar(page).getByText('1 / 2').waitFor();

    await page.locator('button.round').click();
    await page
      .getByRole('dialog', { name: 'Rounds' })
      .getByRole('button', { name: /Round 2/ })
      .click();
    await bar(page).getByText('1 change').waitFor();
    await until(async () => (await litWords(page, 'came')).join() === 'very');
    expect(await page.locator('.document-body del').count()).toBe(0);

    change(['a miss never waits', 'a miss hardly ever waits']);
    await until(async () => (await litWords(page, 'came')).join() === 'very,hardly ever');
    expect(await page.locator('.document-body del').allTextContents()).toEqual(['never']);
    expect(await bar(page).textContent()).toContain('round 2');
  });

  it('is shown in the source as well', async () => {
    const { review: start, change } = planOnDisk();
    const review = await start();
    const page = await openPage(review.url);
    change(['**two hundred**', '__two hundred__'], ['five', 'six']);
    await review.event('source.updated');
    await page.locator('button.round').waitFor();
    await page.keyboard.press('Shift+D');
    const source = page.getByRole('dialog', { name: /Source of plan\.md/ });
    await source.locator('.line.removed', { hasText: '**two hundred**' }).waitFor();
    expect(await source.locator('.line.added').first().textContent()).toContain('__two hundred__');
    await page.keyboard.press('Escape');
    await source.waitFor({ state: 'detached' });
  });
});

describe('threads and rounds', () => {
  it('say that the text under them was changed after their last word, with the old words and the new', async () => {
    const { review: start, change } = planOnDisk();
    const review = await start();
    const page = await openPage(review.url);
    await commentOn(page, blockWith(page, 'Entries live'), 'Why five?');
    await review.event('thread.created');
    await open(review, 'a miss never waits', 'Left alone.');
    change(['five minutes', 'six minutes']);
    await page.locator('.card').getByText('Answered by a change').waitFor();
    expect(await page.locator('.card').getByText('Answered by a change').count()).toBe(1);
    const card = cardWith(page, 'Why five?');
    await card.locator('.who').first().click();
    expect(await card.locator('.word-change del').textContent()).toBe('five');
    expect(await card.locator('.word-change ins').textContent()).toBe('six');
    expect(await card.textContent()).toContain('round 1');
    await page.getByRole('navigation', { name: 'Since round 1' }).getByText('1 answered').waitFor();

    await page.getByRole('textbox', { name: 'Reply' }).fill('Good.');
    await page.keyboard.press('Control+Enter');
    await card.locator('.text-changed').waitFor({ state: 'detached' });
  });

  it('of the last review stand beside the text, and one is taken over by a click', async () => {
    const { review: start, change } = planOnDisk();
    const first = await start();
    await open(first, 'Entries live for five minutes', 'Why *five*?');
    await first.call('POST', 'api/threads/u-1/takes', { text: 'Habit.' });
    await open(first, 'Never slower', 'Says who?');
    await first.call('POST', 'api/done', {});
    await first.ended;
    change(['five minutes', 'five long minutes'], [/> Never slower.*\n/, '']);

    const review = await start();
    const page = await openPage(review.url);
    const previous = page.getByRole('article', { name: /From round 1/ });
    await previous.first().waitFor();
    expect(await previous.count()).toBe(2);
    expect(await previous.nth(1).textContent()).toContain('its text is gone');
    expect(await page.locator('.counts').textContent()).toContain('0 open');
    expect(
      (await review.call<{ threads: readonly unknown[] }>('GET', 'api/state')).threads,
    ).toEqual([]);

    await page.locator('mark[data-state~="previous"]').first().click();
    await previous.first().getByText('Habit.').waitFor();
    expect(await previous.first().locator('.word-change ins').textContent()).toContain('long');
    await previous.first().getByRole('button', { name: 'Take over' }).click();
    const taken = page.getByRole('article', { name: /Thread on Entries live/ });
    await taken.getByText('Habit.').waitFor();
    await taken.getByRole('textbox', { name: 'Reply' }).waitFor();
    expect(await taken.textContent()).toContain('round 1');
    expect(await previous.count()).toBe(1);
    const { payload } = await review.event('thread.created');
    expect(payload).toMatchObject({ id: 'u-1', text: 'Why *five*?' });
    await page.reload();
    await previous.first().waitFor();
    expect(await previous.count()).toBe(1);
  });

  it.each(['wide', 'dark', 'phone'] as const)(
    'are clean for axe and fit the screen (%s)',
    async (look) => {
      const options = { contrastAlone: look === 'dark' };
      const { review: start, change } = planOnDisk();
      const first = await start();
      await open(first, 'Entries live for five minutes', 'Why *five*?');
      await open(first, 'Never slower', 'Says who?');
      await first.call('POST', 'api/done', {});
      await first.ended;
      change(...manyChanges);
      const review = await start();
      await open(review, 'MAX_ENTRY', 'Refuse how?');
      change(['refuse(key)', 'refuse(key, value)']);
      await review.event('source.updated');
      const page = await openPage(review.url, look);
      await page.locator('button.round').click();
      await page.getByRole('dialog', { name: 'Rounds' }).waitFor();
      expect(await axeFindings(page, options)).toEqual([]);
      await page.getByRole('button', { name: /Round 1/ }).click();
      await page.locator('.gone').first().waitFor();
      await page.keyboard.press('.');
      expect(await axeFindings(page, options)).toEqual([]);
      await page.locator('mark[data-state~="previous"]').first().click();
      await page.getByRole('button', { name: 'Take over' }).first().waitFor();
      expect(await axeFindings(page, options)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0);
      await page.keyboard.press('Shift+D');
      await page.locator('.source-view').waitFor();
      expect(await axeFindings(page, options)).toEqual([]);
    },
  );
});
