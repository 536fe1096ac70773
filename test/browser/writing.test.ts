import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WireState } from '../../src/core/review/wire.ts';
import { openPage, useBrowser } from './browser.ts';
import { beginOn, blockWith, cardWith, commentOn, selectText, until, write } from './page-steps.ts';
import { picture, plan } from './plan.ts';
import { type RunningReview, startReview } from './start-review.ts';
import { writeFiles } from './write-files.ts';

useBrowser();

let directory: string;
let review: RunningReview;
beforeEach(async () => {
  directory = writeFiles({ 'plan.md': plan, 'picture.svg': picture });
  review = await startReview({ words: ['plan.md'], directory });
});
afterEach(() => review.stop());

const remark = { name: 'Remark' } as const;

describe('a draft', () => {
  it('is kept for each place and comes back after a reload', async () => {
    const page = await openPage(review.url);
    await beginOn(page, blockWith(page, 'Entries live'));
    await page.keyboard.type('On the block');
    await page.keyboard.press('Escape');
    await selectText(page, 'five minutes');
    await page.keyboard.press('c');
    await page.keyboard.type('On the phrase');
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await page.locator('.kept-draft').nth(1).waitFor();
    expect(await page.locator('.kept-draft').allTextContents()).toEqual([
      expect.stringContaining('On the block'),
      expect.stringContaining('On the phrase'),
    ]);
    await page.locator('.kept-draft', { hasText: 'On the phrase' }).getByText('Go on').click();
    expect(await page.getByRole('textbox', remark).inputValue()).toBe('On the phrase');
    expect(await page.locator('mark[data-state~="draft"]').allTextContents()).toEqual([
      'five minutes',
    ]);
    expect(await page.locator('.counts').textContent()).toContain('2 drafts');
  });

  it('survives the death of the server, letter for letter, and is sent after it is back', async () => {
    const page = await openPage(review.url);
    await commentOn(page, blockWith(page, 'Entries live'), 'Sent before.');
    await cardWith(page, 'Sent before.').waitFor();
    await beginOn(page, blockWith(page, 'a miss never waits'));
    await page.keyboard.type('Half a thou');
    await page.getByText('Draft saved').waitFor();
    await review.kill('SIGKILL');
    await page.locator('.link.lost').waitFor();
    await page.keyboard.type('ght');
    await page.getByText('Draft kept in this browser').waitFor();
    const { home, port } = review;
    review = await startReview({ words: ['plan.md', '--resume'], directory, home, port });
    await page.locator('.link.lost').waitFor({ state: 'detached' });
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await page.locator('.kept-draft').getByText('Go on').click();
    expect(await page.getByRole('textbox', remark).inputValue()).toBe('Half a thought');
    await page.keyboard.press('Control+Enter');
    expect((await review.event('thread.created')).payload['text']).toBe('Half a thought');
    await cardWith(page, 'Sent before.').waitFor();
    await page.reload();
    await cardWith(page, 'Half a thought').waitFor();
    expect(await page.locator('.kept-draft').count()).toBe(0);
  });

  it('is never sent to another review that came to the same address', async () => {
    const page = await openPage(review.url);
    await commentOn(page, blockWith(page, 'Entries live'), 'A thread.');
    await cardWith(page, 'A thread.').getByText('saved').waitFor();
    await review.kill('SIGKILL');
    await page.locator('.link.lost').waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('For the old thread.');
    await page.keyboard.press('Control+Enter');
    await beginOn(page, blockWith(page, 'a miss never waits'));
    await page.keyboard.type('For the old text.');
    const { home, port } = review;
    writeFileSync(join(directory, 'plan.md'), '# Another plan\n\nIt is about something else.\n');
    review = await startReview({ words: ['plan.md', '--fresh'], directory, home, port });
    const other = { anchorStart: 2, anchorEnd: 2, snippet: '', text: 'Of the new review.' };
    await review.call('POST', 'api/threads', other);
    await page.getByRole('button', { name: 'Another review is here now' }).waitFor();
    await page.keyboard.type(' And more.');
    await page.getByText('Draft kept in this browser').waitFor();
    const { threads, replies, drafts } = await review.call<WireState>('GET', 'api/state');
    expect(threads.map(({ text }) => text)).toEqual(['Of the new review.']);
    expect([replies, drafts]).toEqual([{ 'u-1': [] }, { newThread: {}, followup: {} }]);
    await cardWith(page, 'A thread.').click();
    await cardWith(page, 'For the old thread.').getByText('not sent').waitFor();
    await page.getByRole('button', { name: 'Another review is here now' }).click();
    await blockWith(page, 'It is about something else.').waitFor();
    await cardWith(page, 'Of the new review.').waitFor();
    // Nothing is being written: the page goes to the next review by itself.
    await review.kill('SIGKILL');
    writeFileSync(join(directory, 'plan.md'), '# A third plan\n\nNobody wrote here.\n');
    review = await startReview({ words: ['plan.md', '--fresh'], directory, home, port });
    await blockWith(page, 'Nobody wrote here.').waitFor();
  });

  it('that was typed while the link was down survives even the closing of the page', async () => {
    const page = await openPage(review.url);
    await review.kill('SIGKILL');
    await page.locator('.link.lost').waitFor();
    await beginOn(page, blockWith(page, 'a miss never waits'));
    await page.keyboard.type('Only here');
    const { home, port } = review;
    review = await startReview({ words: ['plan.md', '--resume'], directory, home, port });
    await page.reload();
    await page.locator('.kept-draft', { hasText: 'Only here' }).waitFor();
    await until(async () => {
      const { drafts } = await review.call<{ drafts: { newThread: object } }>('GET', 'api/state');
      return JSON.stringify(drafts.newThread).includes('Only here');
    });
  });

  it('of a reply comes back in its thread', async () => {
    const page = await openPage(review.url);
    await commentOn(page, blockWith(page, 'Entries live'), 'A thread.');
    await page.keyboard.press('r');
    await page.keyboard.type('Half a reply');
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await cardWith(page, 'A thread.').click();
    expect(await page.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('Half a reply');
    await page.getByRole('button', { name: 'Reply' }).click();
    expect((await review.event('reply.added')).payload['text']).toBe('Half a reply');
  });

  it('of a suggestion without a word of reason is kept too', async () => {
    const page = await openPage(review.url);
    await selectText(page, 'five minutes');
    await page.keyboard.press('s');
    const replacement = page.getByRole('textbox', { name: 'Text to put in its place' });
    await until(async () => (await replacement.inputValue()) === 'five minutes');
    await replacement.fill('ten minutes');
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await page.locator('.kept-draft', { hasText: 'ten minutes' }).getByText('Go on').click();
    expect(await replacement.inputValue()).toBe('ten minutes');
  });

  it('is not made by opening and closing the composer', async () => {
    const page = await openPage(review.url);
    await beginOn(page, blockWith(page, 'Entries live'), 's');
    await page.getByRole('textbox', { name: 'Text to put in its place' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.composer').waitFor({ state: 'detached' });
    expect(await page.locator('.kept-draft').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(
      'Entries live',
    );
  });
});

describe('the composer', () => {
  it('shows how Markdown will look', async () => {
    const page = await openPage(review.url);
    await beginOn(page, blockWith(page, 'Entries live'));
    await page.keyboard.type('Is **five** right? <script>alert(1)</script>');
    await page.getByRole('button', { name: 'Preview' }).click();
    expect(await page.locator('.preview strong').textContent()).toBe('five');
    expect(await page.locator('.preview script').count()).toBe(0);
    await page.getByRole('button', { name: 'Write' }).click();
    expect(await page.getByRole('textbox', remark).inputValue()).toContain('**five**');
  });

  it('does not send or close while Chinese or Japanese text is being composed', async () => {
    const page = await openPage(review.url);
    await beginOn(page, blockWith(page, 'Entries live'));
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Input.imeSetComposition', {
      selectionStart: 2,
      selectionEnd: 2,
      text: 'なぜ',
    });
    const field = page.getByRole('textbox', remark);
    for (const key of ['Enter', 'Escape']) {
      await field.dispatchEvent('keydown', {
        key,
        ctrlKey: key === 'Enter',
        isComposing: true,
        keyCode: 229,
      });
    }
    expect(await field.inputValue()).toBe('なぜ');
    expect(review.events.some(({ kind }) => kind === 'thread.created')).toBe(false);
    await devtools.send('Input.insertText', { text: 'なぜ' });
    await page.keyboard.press('Control+Enter');
    expect((await review.event('thread.created')).payload['text']).toBe('なぜ');
  });

  it('keeps exactly what was typed', async () => {
    const page = await openPage(review.url);
    const text = '  two spaces, a tab\t, an emoji 🦉, 你好, e\u0301\n\n- a list\n';
    await beginOn(page, blockWith(page, 'Entries live'));
    await page.getByRole('textbox', remark).fill(text);
    await page.keyboard.press('Control+Enter');
    expect((await review.event('thread.created')).payload['text']).toBe(text);
  });

  it('grows with its text', async () => {
    const page = await openPage(review.url);
    await beginOn(page, blockWith(page, 'Entries live'));
    const field = page.getByRole('textbox', remark);
    const height = async () => (await field.boundingBox())?.height ?? 0;
    const before = await height();
    await field.fill(Array.from({ length: 9 }, (_, line) => `line ${line}`).join('\n'));
    expect(await height()).toBeGreaterThan(before + 80);
  });
});

describe('sending', () => {
  it('shows the comment at once, before the server has answered', async () => {
    const page = await openPage(review.url);
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/threads', async (route) => {
      await held;
      await route.continue();
    });
    await commentOn(page, blockWith(page, 'Entries live'), 'At once.');
    await cardWith(page, 'At once.').getByText('sending…').waitFor();
    release();
    await cardWith(page, 'At once.').getByText('saved').waitFor();
    expect(await cardWith(page, 'At once.').count()).toBe(1);
  });

  it('that is refused takes the comment back into the composer, says why, and can be tried again', async () => {
    const page = await openPage(review.url);
    await page.route('**/api/threads', (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/json',
        body: JSON.stringify({
          error: { code: 'validation_error', message: 'The anchor is not there.' },
        }),
      }),
    );
    await commentOn(page, blockWith(page, 'Entries live'), 'Keep these words.');
    await page.getByRole('alert').filter({ hasText: 'The anchor is not there.' }).waitFor();
    expect(await page.getByRole('textbox', remark).inputValue()).toBe('Keep these words.');
    expect(await page.locator('.slot').count()).toBe(1);
    await page.unroute('**/api/threads');
    await page.getByRole('button', { name: 'Retry' }).click();
    await cardWith(page, 'Keep these words.').getByText('saved').waitFor();
  });

  it('rolls a refused resolution back where it happened, with a way to try again', async () => {
    const page = await openPage(review.url);
    // Before anything is sent: requests pass by a route for a moment after it is set.
    await page.route('**/resolve', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: 'internal', message: 'Disk full.' } }),
      }),
    );
    await commentOn(page, blockWith(page, 'Entries live'), 'To be resolved.');
    await cardWith(page, 'To be resolved.').getByText('saved').waitFor();
    await page.keyboard.press('e');
    const card = cardWith(page, 'To be resolved.');
    await card.getByRole('alert').filter({ hasText: 'Disk full.' }).waitFor();
    await page.unroute('**/resolve');
    await card.getByRole('button', { name: 'Retry' }).click();
    await page.locator('.card.folded').waitFor();
    expect((await review.event('thread.resolved')).payload['threadId']).toBe('u-1');
  });

  it('waits while the link is lost, and happens once when it is back', async () => {
    const page = await openPage(review.url);
    await review.kill('SIGKILL');
    await page.locator('.link.lost').waitFor();
    await commentOn(page, blockWith(page, 'Entries live'), 'Written offline.');
    await commentOn(page, blockWith(page, 'a miss never waits'), 'And another.');
    await cardWith(page, 'Written offline.')
      .getByText('sent when the connection is back')
      .waitFor();
    const { home, port } = review;
    review = await startReview({ words: ['plan.md', '--resume'], directory, home, port });
    expect((await review.event('thread.created')).payload['text']).toBe('Written offline.');
    expect((await review.event('thread.created')).payload['text']).toBe('And another.');
    await cardWith(page, 'Written offline.').getByText('saved').waitFor();
    const state = await review.call<{ threads: readonly unknown[] }>('GET', 'api/state');
    expect(state.threads.length).toBe(2);
  });

  it('is not repeated when the answer got lost on the way', async () => {
    const page = await openPage(review.url);
    await page.route('**/api/threads', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await commentOn(page, blockWith(page, 'Entries live'), 'Only once.');
    await review.event('thread.created');
    await cardWith(page, 'Only once.').getByText('saved').waitFor();
    await page.unroute('**/api/threads');
    const state = await review.call<{ threads: readonly unknown[] }>('GET', 'api/state');
    expect(state.threads.length).toBe(1);
  });
});

describe('a second tab', () => {
  it('shows what is written and sent in the first', async () => {
    const first = await openPage(review.url);
    const second = await openPage(review.url);
    await beginOn(first, blockWith(first, 'Entries live'));
    await first.keyboard.type('From the first');
    await second.locator('.kept-draft', { hasText: 'From the first' }).waitFor();
    await write(first, 'From the first tab.');
    await cardWith(second, 'From the first tab.').waitFor();
    await second.locator('.kept-draft').waitFor({ state: 'detached' });
  });
});
