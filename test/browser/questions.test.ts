import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Questioner, questionerIn, scopeQuestion } from '../support/questioner.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';
import { type Look, openBlank, openPage, useBrowser } from './browser.ts';
import { axeFindings } from './find-with-axe.ts';
import { until } from './page-steps.ts';
import { plan } from './plan.ts';

useBrowser();

async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['DISCUSS_PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

interface Asked extends Questioner {
  readonly scratch: Scratch;
  readonly page: Page;
  /** The folder of the bundle. */
  readonly root: string;
}

/** A page of a review beside which a record is bound. */
async function openReview(look: Look = 'wide'): Promise<Asked> {
  const scratch = scratchOfTest();
  scratch.write('plan.md', plan);
  const questioner = await questionerIn(scratch);
  const { root } = await questioner.bundle('new', 'Parser fix', '--goal', 'A right parser');
  const review = await scratch.review(['plan.md']);
  return { scratch, page: await openPage(review.url, look), root: String(root), ...questioner };
}

const card = (page: Page) => page.locator('.question');
const decisions = ({ root }: Pick<Asked, 'root'>): string =>
  readFileSync(join(root, 'decisions.md'), 'utf8');

describe('a question that waits, at the page of a review', () => {
  it('appears while the page is open, takes no focus, and is answered by a click', async () => {
    const asked = await openReview();
    const { page } = asked;
    await page.keyboard.press('j');
    const focused = await page.evaluate(() => {
      (window as unknown as { shifts: number }).shifts = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const sources = (entry as unknown as { sources: { node?: Node }[] }).sources;
          const moved = sources.some(({ node }) =>
            node instanceof Element ? node.closest('.document') !== null : false,
          );
          if (moved) (window as unknown as { shifts: number }).shifts += 1;
        }
      }).observe({ type: 'layout-shift' });
      return document.activeElement?.outerHTML;
    });
    await asked.bundle(...scopeQuestion);
    await card(page).waitFor();
    expect(focused).toContain('data-block');
    expect(await page.evaluate(() => document.activeElement?.outerHTML)).toBe(focused);
    await until(async () => (await page.title()) === '● Scope? · plan.md · discuss');
    await asked.ask();
    await page.getByText('1 of 2 questions').waitFor();
    await page.locator('.prompt', { hasText: 'Which scope should the fix take?' }).waitFor();
    await takePicture(page, 'question-wide');
    await page.getByRole('radio', { name: 'Broader cleanup' }).check();
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('2. Broader cleanup').waitFor();
    await page.getByText('Recorded as Q001').waitFor();
    await page.getByRole('heading', { name: 'Rollout' }).waitFor();
    const entry = decisions(asked);
    expect(entry).toMatch(/^- Choice: 2\. Broader cleanup$/m);
    expect(entry).toMatch(/^- Via: picked$/m);
    expect(await asked.bundle('validate')).toMatchObject({ ok: true });
    await takePicture(page, 'question-next');
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBe(0);
  });

  it('keeps the words of a reply that picks nothing, over a reload too, and shows the follow-up', async () => {
    const asked = await openReview();
    const { page } = asked;
    const ref = await asked.ask();
    await card(page).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('2');
    expect(await page.getByRole('radio', { name: 'In steps' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'Other' }).check();
    const field = card(page).getByRole('textbox');
    await field.fill('Is that reversible?');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Your reply asks something back.').waitFor();
    await takePicture(page, 'question-follow-up');
    expect(await axeFindings(page)).toEqual([]);
    await page.reload();
    await card(page).waitFor();
    expect(await field.inputValue()).toBe('Is that reversible?');
    await field.fill('Only for new users');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Handed to the agent').waitFor();
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('outcome');
    expect(await asked.store.find(ref.replace('question:', ''))).toMatchObject({
      status: 'answered',
      answer: { words: 'Only for new users', via: 'picked_other' },
    });
  });

  it('is a line once it is scrolled away, and says when it was settled elsewhere', async () => {
    const asked = await openReview();
    const { page } = asked;
    await asked.bundle(...scopeQuestion);
    await card(page).waitFor();
    await page.keyboard.press('f');
    const finish = page.getByRole('dialog', { name: 'Finish the review' });
    await finish.getByText('A question still waits for your answer.').waitFor();
    await takePicture(page, 'question-finish');
    await page.keyboard.press('Escape');
    await finish.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 500 });
    await page.evaluate(() => window.scrollTo(0, 1e6));
    const line = page.locator('.question-line');
    await line.waitFor();
    await takePicture(page, 'question-line');
    await line.click();
    await card(page).waitFor();
    await card(page).getByRole('textbox').fill('but only the parser');
    await takePicture(page, 'question-docked');
    await asked.bundle('answer', '1');
    await page.getByText('was settled elsewhere').waitFor();
    await page.getByText('You had written: but only the parser').waitFor();
    expect(await card(page).count()).toBe(0);
    await until(async () => (await page.title()) === 'plan.md · discuss');
  });

  it.each(['dark', 'phone'] as const)('is calm and whole (%s)', async (look) => {
    const asked = await openReview(look);
    const { page } = asked;
    await asked.bundle(...scopeQuestion);
    if (look === 'phone') {
      const strip = page.locator('.question-strip');
      await strip.waitFor();
      await takePicture(page, 'question-strip');
      await strip.click();
      await page.locator('.sheet').waitFor();
    }
    await page.getByRole('radio', { name: 'Minimal fix (Recommended)' }).check();
    expect(await axeFindings(page, { inside: look === 'phone' ? '.sheet' : 'html' })).toEqual([]);
    await takePicture(page, `question-${look}`);
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('Recorded as Q001').waitFor();
  });
});

describe('the page of a record', () => {
  it.each(['wide', 'dark', 'phone'] as const)(
    'shows the record live, with its question (%s)',
    async (look) => {
      const scratch = scratchOfTest();
      const { bundle } = await questionerIn(scratch);
      const { root } = await bundle('new', 'Parser fix', '--goal', 'A parser that is right');
      await bundle('decide', 'Keep the **old flag**', '--words', 'keep it');
      await bundle('require', 'Never slower than today', '--words', 'not slower');
      await bundle(...scopeQuestion);
      const shown = scratch.launch(['bundle', 'open', String(root), '--no-open']);
      const { payload } = await shown.nextEvent('view.started');
      const page = await openBlank(look);
      await page.goto(String(payload['url']));
      await page.getByRole('heading', { name: 'A parser that is right' }).waitFor();
      await page.locator('.prompt', { hasText: 'Which scope' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await takePicture(page, `record-${look}`);
      if (look !== 'wide') return;
      await page.getByRole('button', { name: /^D001/ }).click();
      await page.locator('h3:focus', { hasText: 'D001' }).waitFor();
      await takePicture(page, 'record-entry');
      await page.keyboard.press('a');
      await page.keyboard.press('2');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Recorded as Q001').waitFor();
      await page.getByRole('button', { name: /Q001 Scope Answered/ }).waitFor();
      writeFileSync(join(String(root), 'stray.md'), 'Not declared.');
      await bundle('assume', 'Nobody reads the log');
      await page.getByRole('heading', { name: 'This record needs care' }).waitFor();
      await takePicture(page, 'record-findings');
    },
  );
});
