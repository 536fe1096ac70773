import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPage, useBrowser } from './browser.ts';
import { blockWith, selectText, until } from './page-steps.ts';
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

async function drag(page: Page, by: number): Promise<void> {
  const element = await page.locator('.sheet-handle').elementHandle();
  await element?.waitForElementState('stable');
  const handle = await element?.boundingBox();
  if (!handle) throw new Error('There is no sheet.');
  const devtools = await page.context().newCDPSession(page);
  const x = handle.x + handle.width / 2;
  const y = handle.y + handle.height / 2;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x, y: at }],
    });
  await touch('touchStart', y);
  for (let step = 1; step <= 5; step++) await touch('touchMove', y + (by * step) / 5);
  await touch('touchEnd');
}

describe('a whole review on a screen 390 px wide', () => {
  it('goes from a tap to the end', async () => {
    const page = await openPage(review.url, 'phone');
    await selectText(page, 'five minutes');
    const bar = page.locator('.selection-bar.docked');
    await bar.getByRole('button', { name: 'Ask' }).tap();
    const sheet = page.locator('.sheet');
    await sheet.waitFor();
    await page.getByRole('textbox', { name: 'Remark' }).fill('Why five?');
    await sheet.getByRole('button', { name: 'Send' }).tap();
    await review.event('thread.created');
    await sheet.locator('.message', { hasText: 'Why five?' }).waitFor();
    await review.call('POST', 'api/threads/u-1/takes', {
      text: 'Because.',
      author: { name: 'planner', kind: 'agent' },
    });
    await sheet.locator('.message.take', { hasText: 'Because.' }).waitFor();
    await sheet.getByRole('button', { name: 'Close thread' }).tap();
    await sheet.waitFor({ state: 'detached' });

    await blockWith(page, 'a miss never waits').tap();
    await bar.getByRole('button', { name: 'Comment' }).tap();
    await page.getByRole('textbox', { name: 'Remark' }).fill('Never?');
    await sheet.getByRole('button', { name: 'Send' }).tap();
    await review.event('thread.created');

    await page.locator('mark').tap();
    await sheet.locator('.message', { hasText: 'Why five?' }).waitFor();
    const mark = await page.locator('mark').boundingBox();
    const top = await sheet.boundingBox();
    expect(mark !== null && top !== null && mark.y + mark.height <= top.y).toBe(true);
    await page.getByRole('textbox', { name: 'Reply' }).fill('I see.');
    await sheet.getByRole('button', { name: 'Reply' }).tap();
    await review.event('reply.added');
    await sheet.getByRole('button', { name: 'Resolve' }).tap();
    await review.event('thread.resolved');

    await page.getByRole('button', { name: 'Files and outline' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: /Code/ }).tap();
    await page.locator('.counts').tap();
    await page.getByRole('dialog', { name: 'All threads' }).locator('.thread-row').tap();
    await sheet.locator('.message', { hasText: 'Never?' }).waitFor();
    await page.getByRole('button', { name: 'Finish' }).tap();
    await page.getByRole('button', { name: 'Finish and hand over' }).tap();
    await page.getByRole('heading', { name: 'Review handed over' }).waitFor();
    expect(await review.ended).toBe(0);
  });

  it('never scrolls sideways, and every control is 44 px', async () => {
    await review.call('POST', 'api/threads', {
      anchorStart: 4,
      anchorEnd: 4,
      snippet: '',
      text: 'A thread.',
    });
    const page = await openPage(review.url, 'phone');
    await blockWith(page, 'Entries live').tap();
    await page.locator('.sheet').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const small = await page.locator('button:visible, .sheet textarea').evaluateAll((controls) =>
      controls
        .filter(
          (control) => !control.closest('.document-body') && !control.classList.contains('add'),
        )
        .map((control) => {
          const { width, height } = control.getBoundingClientRect();
          return { name: control.getAttribute('aria-label') ?? control.textContent, width, height };
        })
        .filter(({ width, height }) => width < 44 || height < 44),
    );
    expect(small).toEqual([]);
  });

  it('has a sheet that can be dragged up, down and away', async () => {
    await review.call('POST', 'api/threads', {
      anchorStart: 4,
      anchorEnd: 4,
      snippet: '',
      text: Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n\n'),
    });
    const page = await openPage(review.url, 'phone');
    await blockWith(page, 'Entries live').tap();
    const sheet = page.locator('.sheet');
    await sheet.waitFor();
    await drag(page, -300);
    await page.locator('.sheet.full').waitFor();
    await drag(page, 200);
    await page.locator('.sheet.half').waitFor();
    await drag(page, 300);
    await sheet.waitFor({ state: 'detached' });
  });

  it('keeps the composer above the keyboard', async () => {
    const page = await openPage(review.url, 'phone');
    await blockWith(page, 'Entries live').tap();
    await page.locator('.selection-bar').getByRole('button', { name: 'Comment' }).tap();
    await page.setViewportSize({ width: 390, height: 420 });
    const send = page.getByRole('button', { name: 'Send' });
    await until(async () => {
      const box = await send.boundingBox();
      return box !== null && box.y + box.height <= 420;
    });
  });
});
