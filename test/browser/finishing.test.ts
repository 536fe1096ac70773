import { existsSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { openPage, useBrowser } from './browser.ts';
import { beginOn, blockWith, cardWith, commentOn, until } from './page-steps.ts';
import { picture, plan } from './plan.ts';
import { type RunningReview, startReview } from './start-review.ts';
import { writeFiles } from './write-files.ts';

useBrowser();

let review: RunningReview | undefined;
afterEach(() => review?.stop());

async function start(...options: readonly string[]): Promise<RunningReview> {
  const directory = writeFiles({ 'plan.md': plan, 'picture.svg': picture });
  review = await startReview({ words: ['plan.md', ...options], directory });
  return review;
}

const verdicts = 'approve:positive|changes:Request changes:negative!|later:Decide later';

describe('finishing without a verdict', () => {
  it('says what is open and unsent, hands over, and tells where the transcript is', async () => {
    const { url, ended, event } = await start();
    const page = await openPage(url);
    await commentOn(page, blockWith(page, 'Entries live'), 'Still open.');
    await event('thread.created');
    await beginOn(page, blockWith(page, 'a miss never waits'));
    await page.keyboard.type('Not sent');
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
    const dialog = page.getByRole('dialog', { name: 'Finish the review' });
    expect(await dialog.textContent()).toContain('1 thread is open');
    expect(await dialog.textContent()).toContain('1 draft is not sent');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Finish review' }).click();
    await dialog.getByRole('button', { name: 'Finish and hand over' }).click();
    await page.getByRole('heading', { name: 'Review handed over' }).waitFor();
    const path = await page.locator('.transcript code').textContent();
    expect(await ended).toBe(0);
    expect(path !== null && existsSync(path)).toBe(true);
    expect(readFileSync(path ?? '', 'utf8')).toContain('Still open.');
    await page.getByText('You can close this page.').waitFor();
    await until(async () => (await page.title()).startsWith('✓'));
    await page.getByRole('button', { name: 'Read it once more' }).click();
    await cardWith(page, 'Still open.').click();
    expect(
      await page.locator('.card.active').getByRole('button', { name: 'Resolve' }).count(),
    ).toBe(0);
    expect(await page.locator('.add').isVisible()).toBe(false);
  });

  it('is told on the page too when an agent ends the review', async () => {
    const { url, call } = await start();
    const page = await openPage(url);
    await call('POST', 'api/done', {});
    await page.getByRole('heading', { name: 'Review handed over' }).waitFor();
    await page.locator('.link.finished').waitFor();
  });
});

describe('finishing with a verdict', () => {
  it('offers up to three options as buttons in their style and wants feedback where it is needed', async () => {
    const { url, event } = await start('--verdict-options', verdicts);
    const page = await openPage(url);
    await page.keyboard.press('f');
    const dialog = page.getByRole('dialog');
    const buttons = dialog.locator('.verdict');
    expect(await buttons.count()).toBe(3);
    expect(await buttons.nth(0).getAttribute('class')).toContain('positive');
    expect(await buttons.nth(1).getAttribute('class')).toContain('negative');
    await dialog.getByRole('button', { name: /Request changes/ }).click();
    await dialog.getByRole('alert').filter({ hasText: 'feedback' }).waitFor();
    await page.keyboard.type('Name the owner.');
    await dialog.getByRole('button', { name: /Request changes/ }).click();
    const done = await event('session.done');
    expect(done.payload['verdict']).toMatchObject({
      optionId: 'changes',
      feedback: 'Name the owner.',
    });
    const verdict = page.locator('.finished-verdict');
    await verdict.waitFor();
    expect(await verdict.textContent()).toContain('Request changes');
  });

  it('offers more than three as a list', async () => {
    const { url, event } = await start('--verdict-options', 'a|b|c|d:Decline:negative');
    const page = await openPage(url);
    await page.keyboard.press('f');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('radio').count()).toBe(4);
    expect(await dialog.getByRole('button', { name: 'Give the verdict' }).isDisabled()).toBe(true);
    await dialog.getByRole('radio', { name: 'Decline' }).check();
    await dialog.getByRole('button', { name: 'Give the verdict' }).click();
    expect((await event('session.done')).payload['verdict']).toMatchObject({ optionId: 'd' });
  });

  it('shows a refusal in the dialog, keeps the feedback, and can be tried again', async () => {
    const { url, event } = await start('--verdict-options', 'yes|no');
    const page = await openPage(url);
    await page.route('**/api/done', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: 'internal', message: 'The disk is full.' } }),
      }),
    );
    await page.keyboard.press('f');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Well done.');
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'The disk is full.' }).waitFor();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Well done.');
    await page.unroute('**/api/done');
    await dialog.getByRole('button', { name: 'Yes' }).click();
    expect((await event('session.done')).payload['verdict']).toMatchObject({
      feedback: 'Well done.',
    });
  });

  it('waits until the link is back', async () => {
    const { url, kill } = await start('--verdict-options', 'yes|no');
    const page = await openPage(url);
    await kill('SIGKILL');
    await page.locator('.link.lost').waitFor();
    await page.keyboard.press('f');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The connection is lost').waitFor();
    expect(await dialog.getByRole('button', { name: 'Yes' }).isDisabled()).toBe(true);
  });
});
