import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { correctAnswer, startScenario } from '../support/ledger-scenario.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';
import { type Look, openBlank, useBrowser } from './browser.ts';
import { axeFindings } from './find-with-axe.ts';

useBrowser();

async function openView(look: Look): Promise<{ page: Page; scratch: Scratch }> {
  const scratch = scratchOfTest();
  await startScenario(scratch);
  const shown = scratch.launch(['ledger', 'view', 'cache', '--no-open']);
  const { payload } = await shown.nextEvent('view.started');
  const page = await openBlank(look);
  await page.goto(String(payload['url']));
  await page.getByRole('heading', { name: 'Which cache?' }).waitFor();
  return { page, scratch };
}

describe('the page of a discussion', () => {
  it('shows what waits first, and goes on while an agent writes', async () => {
    const { page, scratch } = await openView('wide');
    expect(await page.locator('.part > h2').allInnerTexts()).toEqual([
      'Waiting for an answer 1',
      'Replies without a question 1',
      'Conclusions 1',
      'Answered 1',
      'Gaps 1',
    ]);
    await page.locator('#item-q-store strong', { hasText: 'memory' }).waitFor();
    await page.locator('#item-a-store .fact', { hasText: 'picked' }).waitFor();
    await page.getByRole('button', { name: 'History of a-store' }).click();
    await page.getByRole('list', { name: 'History of a-store' }).waitFor();
    await page.setViewportSize({ width: 1000, height: 420 });
    const button = page.getByRole('button', { name: 'History of a-store' });
    await button.scrollIntoViewIfNeeded();
    const before = await button.boundingBox();
    await correctAnswer(scratch);
    await page.getByRole('article', { name: 'Stale summary s-disk' }).waitFor();
    expect((await button.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByText('Stale: what it rests on has changed').waitFor();
    const history = page.getByRole('list', { name: 'History of a-store' });
    await history.getByText('Reason: disks are small').waitFor();
    expect(await history.locator('ins').allInnerTexts()).toEqual([', compressed']);
    await page.keyboard.press('/');
    await page.keyboard.type('measured');
    await page.getByRole('article', { name: 'question q-size' }).waitFor({ state: 'detached' });
    expect(await page.locator('.item').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('article', { name: 'question q-size' }).waitFor();
  });

  it.each(['wide', 'dark', 'phone'] as const)('gives axe nothing to find (%s)', async (look) => {
    const { page, scratch } = await openView(look);
    await correctAnswer(scratch);
    await page.getByRole('article', { name: 'Stale summary s-disk' }).waitFor();
    await page.getByRole('button', { name: 'History of a-store' }).click();
    await page.locator('.history ins').waitFor();
    await page.locator('.part > summary').click();
    expect(await axeFindings(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    const folder = process.env['DISCUSS_PICTURES'];
    if (folder) await page.screenshot({ path: `${folder}/ledger-${look}.png`, fullPage: true });
  });
});
