import { afterEach, describe, expect, it } from 'vitest';
import { openPage, useBrowser } from './browser.ts';
import { until } from './page-steps.ts';
import { picture, plan } from './plan.ts';
import { type RunningReview, startReview } from './start-review.ts';
import { writeFiles } from './write-files.ts';

useBrowser();

let review: RunningReview | undefined;
afterEach(() => review?.stop());

async function start(...words: readonly string[]): Promise<RunningReview> {
  const directory = writeFiles({
    'plan.md': plan,
    'picture.svg': picture,
    'notes.md': '# Notes\n\nShort.\n',
  });
  review = await startReview({ words, directory });
  return review;
}

describe('a whole review without a mouse', () => {
  it('goes from reading to the verdict', async () => {
    const { url, event, call, ended } = await start(
      'plan.md',
      'notes.md',
      '--verdict-options',
      'yes|no!',
    );
    const page = await openPage(url);
    const { keyboard } = page;
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await keyboard.press(key);
    };
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

    await press('j', 'j', 'j', 'k');
    expect(await focused()).toContain('Most of our load');
    await press('c');
    await keyboard.type('A comment on a block.');
    await press('Control+Enter');
    expect((await event('thread.created')).payload['anchorStart']).toBe(2);

    await press('j', 'j');
    expect(await focused()).toContain('Entries live');
    await press('ArrowRight', 'ArrowRight', 'Shift+ArrowRight');
    expect(await page.evaluate(() => document.getSelection()?.toString().trim())).toBe('live for');
    await press('q');
    await keyboard.type('A question on two words.');
    await press('Control+Enter');
    expect((await event('thread.created')).payload).toMatchObject({
      intent: 'question',
      quote: { exact: 'live for' },
    });

    await press('j', 'j', 'j', 'j', 'j', 'j');
    expect(await focused()).toContain('export function put');
    await press('ArrowDown', 'ArrowDown', 'Shift+ArrowDown');
    await press('s');
    const replacement = page.getByRole('textbox', { name: 'Text to put in its place' });
    await until(async () => (await replacement.inputValue()).includes('MAX_ENTRY'));
    await keyboard.type(' // better');
    await press('Control+Enter');
    expect((await event('thread.created')).payload).toMatchObject({
      intent: 'suggestion',
      lineRange: { start: 2, end: 3 },
    });

    await call('POST', 'api/threads/u-1/takes', {
      text: 'An answer.',
      author: { name: 'planner', kind: 'agent' },
    });
    await press('Escape', 'Escape');
    await press('n');
    await page.locator('.card.active', { hasText: 'A comment on a block.' }).waitFor();
    expect(await focused()).toContain('A comment on a block.');
    await press('r');
    await keyboard.type('A reply.');
    await press('Control+Enter');
    expect((await event('reply.added')).payload['threadId']).toBe('u-1');
    await press('Escape', 'e');
    expect((await event('thread.resolved')).payload['threadId']).toBe('u-1');
    await press('n');
    await page.locator('.card.active', { hasText: 'A question on two words.' }).waitFor();
    await press('p');
    await page
      .locator('.card.active', { hasText: 'A suggestion' })
      .or(page.locator('.card.active', { hasText: 'better' }))
      .waitFor();
    await press('Escape');
    expect(await focused()).toContain('export function put');

    await press('/');
    await keyboard.type('compressed');
    await page.locator('.find-count', { hasText: '1 of 1' }).waitFor();
    await press('Escape');
    await press('g', 'o');
    await press('Enter');
    await press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await press('Escape');
    await press('v');
    await page.locator('.document-body h1', { hasText: 'Notes' }).waitFor();
    await press('[');
    await page.locator('.document-body h1', { hasText: 'Response cache' }).waitFor();
    await press(']', 'v', 't');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');

    await press('f');
    await page.getByRole('dialog', { name: 'Finish the review' }).waitFor();
    await page.getByRole('textbox').focus();
    await keyboard.type('Not yet.');
    await press('Tab', 'Tab');
    expect(await focused()).toContain('No');
    await press('Enter');
    expect((await event('session.done')).payload['verdict']).toMatchObject({
      optionId: 'no',
      feedback: 'Not yet.',
    });
    await page.getByRole('heading', { name: 'Review handed over' }).waitFor();
    expect(await ended).toBe(0);
  });

  it('keeps the focus visible, and inside a dialog while one is open', async () => {
    const { url } = await start('plan.md');
    const page = await openPage(url);
    await page.keyboard.press('j');
    const outline = () =>
      page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(
          document.activeElement ?? document.body,
        );
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
    expect(await outline()).toBe(true);
    await page.keyboard.press('f');
    await page.getByRole('dialog').waitFor();
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab');
      const inside = await page.evaluate(() => {
        const at = document.activeElement;
        return at === document.body || at?.closest('dialog') !== null;
      });
      expect(inside).toBe(true);
    }
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.classList.contains('stop'))).toBe(
      true,
    );
  });

  it('has no key that acts while somebody writes', async () => {
    const { url } = await start('plan.md');
    const page = await openPage(url);
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.keyboard.type('jknpcqsre[]v/go?tf');
    expect(await page.getByRole('textbox', { name: 'Remark' }).inputValue()).toBe(
      'jknpcqsre[]v/go?tf',
    );
    expect(await page.locator('dialog').count()).toBe(0);
  });
});
