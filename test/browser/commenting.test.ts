import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WireThread } from '../../src/core/review/wire.ts';
import { openPage, useBrowser } from './browser.ts';
import {
  beginOn,
  blockWith,
  cardWith,
  markedText,
  selectText,
  until,
  write,
} from './page-steps.ts';
import { picture, plan } from './plan.ts';
import { type RunningReview, startReview } from './start-review.ts';
import { writeFiles } from './write-files.ts';

useBrowser();

let review: RunningReview;
beforeEach(async () => {
  const directory = writeFiles({ 'plan.md': plan, 'picture.svg': picture });
  review = await startReview({ words: ['plan.md'], directory });
});
afterEach(() => review.stop());

/** Waits until the plan's picture is drawn, at its width. */
async function pictureLoaded(page: Page): Promise<void> {
  const image = page.locator('.document-body img');
  await until(() => image.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth === 120));
}

async function created(): Promise<WireThread> {
  return (await review.event('thread.created')).payload as unknown as WireThread;
}

describe('a comment', () => {
  it('on a block reaches stdout with its anchor, and its card stands beside the block', async () => {
    const page = await openPage(review.url);
    const block = blockWith(page, 'Entries live');
    await beginOn(page, block);
    await write(page, 'Why five?');
    const thread = await created();
    expect(thread).toMatchObject({
      fileId: 'f-1',
      text: 'Why five?',
      breadcrumb: 'Response cache › Eviction',
    });
    expect(await block.getAttribute('data-block')).toBe(String(thread.anchorStart));
    expect(thread.snippet).toContain('Entries live');
    await cardWith(page, 'Why five?').waitFor();
    expect(await block.getAttribute('data-state')).toContain('open');
  });

  it('stands on a heading of every level', async () => {
    const page = await openPage(review.url);
    for (let level = 1; level <= 6; level++) {
      const heading = page.locator(`.document-body h${level}`);
      await beginOn(page, heading);
      await write(page, `A heading of level ${level}`);
      expect((await created()).snippet).toBe(await heading.textContent());
      expect(await heading.getAttribute('data-state')).toContain('open');
    }
  });

  it('stands on an image', async () => {
    const page = await openPage(review.url);
    const paragraph = page.locator('.document-body [data-block]:has(img)');
    await pictureLoaded(page);
    await paragraph.hover();
    await page.locator('.add').click();
    await write(page, 'Which dashboard?');
    expect((await created()).snippet).toBe('The dashboard');
    expect(await paragraph.getAttribute('data-threads')).not.toBeNull();
  });

  it('begins with the plus that shows beside a block', async () => {
    const page = await openPage(review.url);
    await blockWith(page, 'a miss never waits').hover();
    await page.locator('.add').click();
    await write(page, 'Never?');
    expect((await created()).snippet).toBe('a miss never waits');
  });
});

describe('a comment on selected text', () => {
  it('is kept and shown again within a sentence and across bold, code, links, items and blocks', async () => {
    const page = await openPage(review.url);
    const phrases = [
      ['least recently', 'used tenth', 'least recently used tenth'],
      ['same ', 'queries', 'same two hundred queries'],
      ['ranker.log', 'dashboard', 'ranker.log and the dashboard'],
      ['hard limit', 'larger than', 'hard limit of 512 MiB per node\nno entry larger than'],
      ['used tenth', 'limit of', 'used tenth.\na hard limit of'],
    ] as const;
    for (const [first, last, exact] of phrases) {
      await selectText(page, first, last);
      await page.locator('.selection-bar').getByRole('button', { name: 'Comment' }).click();
      await write(page, `About ${first}`);
      const thread = await created();
      expect(thread.quote?.exact).toBe(exact);
      expect(thread.range).toBeDefined();
      const drawn = page.locator(`[data-threads~="${thread.id}"]`);
      await drawn.first().waitFor();
      expect((await drawn.allTextContents()).join('')).toBe(exact.replace('\n', ''));
    }
    const before = await markedText(page);
    await page.reload();
    await page.locator('[data-threads~="u-5"]').first().waitFor();
    expect(await markedText(page)).toEqual(before);
  });

  it('is asked or suggested with the bar as well', async () => {
    const page = await openPage(review.url);
    await selectText(page, 'five minutes');
    await page.locator('.selection-bar').getByRole('button', { name: 'Ask' }).click();
    await write(page, 'Why five?');
    expect((await created()).intent).toBe('question');
    await selectText(page, 'least recently used');
    await page.locator('.selection-bar').getByRole('button', { name: 'Suggest' }).click();
    const replacement = page.getByRole('textbox', { name: 'Text to put in its place' });
    await until(async () => (await replacement.inputValue()) === 'least recently used');
    await replacement.fill('globally oldest');
    await page.keyboard.press('Control+Enter');
    expect(await created()).toMatchObject({ intent: 'suggestion', replacement: 'globally oldest' });
  });

  it('covers a formula as a whole', async () => {
    const page = await openPage(review.url);
    await selectText(page, 'The share', ' of all');
    await page.keyboard.press('c');
    await write(page, 'Of what?');
    expect((await created()).snippet).toBe('The share is h = \\frac{a}{b} of all');
    expect(await page.locator('[data-atom][data-threads]').count()).toBe(1);
  });

  it('is made with the mouse by dragging over the words', async () => {
    const page = await openPage(review.url);
    const block = blockWith(page, 'Never slower');
    // The picture moves what stands below it when it comes.
    await block.scrollIntoViewIfNeeded();
    await pictureLoaded(page);
    await block.hover({ position: { x: 2, y: 12 } });
    const box = await block.boundingBox();
    if (!box) throw new Error('The block is not drawn.');
    const y = box.y + 12;
    await page.mouse.down();
    await page.mouse.move(box.x + 120, y, { steps: 4 });
    expect(await page.locator('.selection-bar').count()).toBe(0);
    await page.mouse.up();
    await page.locator('.selection-bar').waitFor();
    await page.keyboard.press('c');
    await write(page, 'Really?');
    expect((await created()).quote?.exact).toMatch(/^Never/);
  });
});

describe('a comment on lines', () => {
  it('of code stands on the lines that were dragged over', async () => {
    const page = await openPage(review.url);
    await page.locator('.line', { hasText: 'if (value' }).hover();
    await page.locator('.add').hover();
    const second = await page.locator('.line', { hasText: 'shard(key)' }).boundingBox();
    if (!second) throw new Error('Lines are not drawn.');
    await page.mouse.down();
    await page.mouse.move(second.x + 40, second.y + 8, { steps: 4 });
    await until(async () => (await page.locator('.line.picked').count()) === 2);
    await page.mouse.up();
    await write(page, 'Both of these.');
    expect((await created()).lineRange).toEqual({ start: 2, end: 3 });
    expect(await page.locator('.line[data-state~="open"]').count()).toBe(2);
  });

  it('of code stands on the lines that a selection spans', async () => {
    const page = await openPage(review.url);
    await selectText(page, 'MAX_ENTRY', 'set');
    await page.keyboard.press('c');
    await write(page, 'Two lines.');
    expect((await created()).lineRange).toEqual({ start: 2, end: 3 });
  });

  it('of a table stands on one row, and the table keeps its shape', async () => {
    const page = await openPage(review.url);
    const table = page.locator('table');
    const size = () =>
      table.evaluate(({ offsetWidth, offsetHeight }: HTMLElement) => [offsetWidth, offsetHeight]);
    const before = await size();
    await page.locator('tr', { hasText: 'Canary' }).hover();
    await page.locator('.add').click();
    await write(page, 'Why five?');
    expect((await created()).lineRange).toEqual({ start: 3, end: 3 });
    expect(await page.locator('tr[data-state~="open"]').count()).toBe(1);
    expect(await size()).toEqual(before);
  });
});

describe('marks that overlap', () => {
  it('name all their threads, and a click goes from one to the next', async () => {
    const page = await openPage(review.url);
    await selectText(page, 'drop the least recently');
    await page.keyboard.press('c');
    await write(page, 'First.');
    await created();
    await selectText(page, 'least recently', 'used tenth');
    await page.keyboard.press('c');
    await write(page, 'Second.');
    await created();
    const both = page.locator('mark[data-state~="several"]');
    expect(await both.allTextContents()).toEqual(['least recently']);
    await page.keyboard.press('Escape');
    await both.click();
    const first = await page.locator('.card.active').textContent();
    await both.click();
    const second = await page.locator('.card.active').textContent();
    expect(first).not.toBe(second);
    expect(await page.locator('mark').allTextContents()).toEqual([
      'drop the ',
      'least recently',
      ' used tenth',
    ]);
  });
});
