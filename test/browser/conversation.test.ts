import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBlank, openPage, useBrowser } from './browser.ts';
import { blockWith, cardWith, commentOn, selectText, until, write } from './page-steps.ts';
import { picture, plan } from './plan.ts';
import { type RunningReview, startReview } from './start-review.ts';
import { writeFiles } from './write-files.ts';

useBrowser();

const planner = { name: 'planner', kind: 'agent' } as const;
let review: RunningReview;
beforeEach(async () => {
  const directory = writeFiles({ 'plan.md': plan, 'picture.svg': picture });
  review = await startReview({ words: ['plan.md'], directory });
});
afterEach(() => review.stop());

interface Answered {
  readonly id: string;
}

const thread = (block: number, text: string) =>
  review.call<Answered>('POST', 'api/threads', {
    anchorStart: block,
    anchorEnd: block,
    snippet: '',
    text,
  });
const take = (id: string, text: string, more: object = {}) =>
  review.call<Answered>('POST', `api/threads/${id}/takes`, { text, author: planner, ...more });

describe('who speaks', () => {
  it('is shown by name, mark and word, and a take arrives by itself', async () => {
    const page = await openPage(review.url);
    await commentOn(page, blockWith(page, 'Entries live'), 'Why five?');
    await review.event('thread.created');
    const card = cardWith(page, 'Why five?');
    expect(await card.locator('.who b').first().textContent()).toBe('You');
    expect(await card.locator('.avatar').first().textContent()).toBe('Y');
    await take('u-1', 'Because of *the index*.');
    const answer = card.locator('.message.take');
    await answer.waitFor();
    expect(await answer.locator('b').textContent()).toBe('planner');
    expect(await answer.locator('.tag').textContent()).toBe('take');
    expect(await answer.locator('em').textContent()).toBe('the index');
  });

  it('kinds are small tags, and a suggestion shows what it would change', async () => {
    const page = await openPage(review.url);
    await selectText(page, 'five minutes');
    await page.keyboard.press('q');
    await write(page, 'Why five?');
    await review.event('thread.created');
    await take('u-1', 'Better so.', { intent: 'suggestion', replacement: 'ten minutes' });
    const card = page.locator('.card.active');
    await card.locator('.message.take').waitFor();
    expect(await card.locator('.tag').allTextContents()).toEqual([
      'question',
      'take',
      'suggestion',
    ]);
    expect(await card.locator('.suggestion del').textContent()).toContain('five minutes');
    expect(await card.locator('.suggestion ins').textContent()).toContain('ten minutes');
    await card.getByRole('button', { name: 'Accept' }).waitFor();
  });

  it('each message of a person tells how far it has come', async () => {
    const page = await openPage(review.url);
    await commentOn(page, blockWith(page, 'Entries live'), 'Why five?');
    const delivery = cardWith(page, 'Why five?').locator('.delivery');
    await delivery.filter({ hasText: 'delivered' }).waitFor();
    await take('u-1', 'Because.');
    await delivery.filter({ hasText: 'answered' }).waitFor();
  });
});

describe('margin cards', () => {
  const tops = (page: Awaited<ReturnType<typeof openPage>>) =>
    page.locator('.slot').evaluateAll((slots) =>
      slots.map((slot) => {
        const { top, bottom } = slot.getBoundingClientRect();
        return { top: Math.round(top), bottom: Math.round(bottom) };
      }),
    );

  it('stand beside their text, never overlap, and the active one exactly at its anchor', async () => {
    for (const block of [2, 4, 5, 5, 6])
      await thread(block, `Remark on block ${block}. `.repeat(8));
    const page = await openPage(review.url);
    await page.locator('.slot').nth(4).waitFor();
    for (const index of [3, 0, 4]) {
      await page.locator('.slot').nth(index).locator('.card').click();
      await page.locator('.slot.active').waitFor();
      const id = await page.locator('.slot.active').getAttribute('data-key');
      const anchor = page.locator(`.document-body [data-threads~="${id}"]`);
      await until(async () => {
        const stacked = await tops(page);
        const apart = stacked.every(
          (slot, at) => at === 0 || slot.top >= (stacked[at - 1]?.bottom ?? 0),
        );
        const top = await anchor.evaluate((element) =>
          Math.round(element.getBoundingClientRect().top),
        );
        const active = (await tops(page))[index];
        return apart && active !== undefined && Math.abs(active.top - top) <= 1;
      });
    }
  });

  it('that have no room above the active one become lines, and what is still left is counted there', async () => {
    for (let count = 0; count < 6; count++) {
      await thread(4, `Remark ${count} on one paragraph. `.repeat(6));
    }
    const page = await openPage(review.url);
    await page.locator('.slot').nth(2).locator('.card').click();
    await page.locator('.slot.squeezed').first().waitFor();
    await page.locator('.slot').nth(5).locator('.card').click();
    const above = page.locator('.cards-above');
    await above.waitFor();
    const before = Number.parseInt((await above.textContent()) ?? '', 10);
    expect(before).toBeGreaterThan(0);
    await above.click();
    await until(async () => (await page.locator('.slot.out').count()) < before);
  });

  it('light their text when pointed at, and the other way round', async () => {
    await thread(4, 'Point at me.');
    const page = await openPage(review.url);
    const card = cardWith(page, 'Point at me.');
    await card.hover();
    const block = blockWith(page, 'Entries live');
    await until(async () => (await block.getAttribute('data-state'))?.includes('hovered') === true);
    await block.hover();
    await page.locator('.slot.hovered').waitFor();
    await page.locator('.logo').hover();
    await page.locator('.slot.hovered').waitFor({ state: 'detached' });
  });

  it('show the first lines and a count until they are active, then everything', async () => {
    const { id } = await thread(4, 'First.');
    await take(id, 'Second.');
    await take(id, 'Third.');
    const page = await openPage(review.url);
    const card = cardWith(page, 'First.');
    expect(await card.textContent()).toContain('2 answers');
    expect(await card.textContent()).not.toContain('Third.');
    await blockWith(page, 'Entries live').click();
    await card.getByText('Third.').waitFor();
    await page.keyboard.press('Escape');
    await card.getByText('Third.').waitFor({ state: 'detached' });
  });

  it('fold to one line when resolved, with the decision, and open again', async () => {
    const page = await openPage(review.url);
    await selectText(page, 'five minutes');
    await page.keyboard.press('c');
    await write(page, 'Long enough?');
    await review.event('thread.created');
    await page.keyboard.press('r');
    await page.keyboard.type('keep it');
    await page.getByRole('button', { name: 'Resolve with this' }).click();
    const resolved = await review.event('thread.resolved');
    expect(resolved.payload['resolution']).toMatchObject({ decision: 'keep it' });
    const folded = page.locator('.card.folded');
    await folded.filter({ hasText: '“five minutes” → “keep it”' }).waitFor();
    expect(await page.locator('mark').getAttribute('data-state')).toBe('resolved');
    await folded.getByRole('button', { name: /Reopen/ }).click();
    await review.event('thread.unresolved');
    await cardWith(page, 'Long enough?').waitFor();
  });

  it('go away when deleted, after asking once, and stay away', async () => {
    const page = await openPage(review.url);
    await commentOn(page, blockWith(page, 'Entries live'), 'A mistake.');
    await review.event('thread.created');
    await page.getByRole('button', { name: 'Delete thread' }).click();
    await page.getByRole('button', { name: 'Delete thread' }).click();
    await review.event('thread.deleted');
    await page.reload();
    await page.locator('.empty').waitFor();
    expect(await page.locator('.card').count()).toBe(0);
  });

  it('do not shift the document, neither at the start nor when they arrive', async () => {
    const page = await openBlank();
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          shifts.push((entry as unknown as { value: number }).value);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(review.url);
    await page.locator('.document-body [data-block]').first().waitFor();
    for (const block of [2, 4, 7]) await thread(block, 'Here I am.');
    await page.locator('.slot').nth(2).waitFor();
    const sum = await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      await frame();
      await frame();
      const { shifts } = window as unknown as { shifts: number[] };
      return shifts.reduce((total, shift) => total + shift, 0);
    });
    expect(sum).toBeLessThan(0.02);
  });
});

describe('counts', () => {
  it('stand in bar, outline and title', async () => {
    await thread(5, 'One.');
    const { id } = await thread(7, 'Two.');
    await review.call('POST', `api/threads/${id}/resolve`, {});
    const page = await openPage(review.url);
    await cardWith(page, 'One.').waitFor();
    expect(await page.locator('.counts').textContent()).toBe('1 open · 1 resolved');
    const outline = page.getByRole('navigation', { name: 'Outline' });
    expect(await outline.getByRole('button', { name: /Eviction/ }).textContent()).toContain('1');
    await until(async () => (await page.title()) === '(1) plan.md · discuss');
    await take('u-1', 'Your turn.');
    await until(async () => (await page.title()).startsWith('● (1)'));
  });
});

describe('all threads', () => {
  it('are listed, filtered and searched', async () => {
    const { id } = await thread(5, 'Why five?');
    await thread(7, 'What is an owl?');
    const done = await thread(2, 'Settled.');
    await take(id, 'Because.');
    await review.call('POST', `api/threads/${done.id}/resolve`, {});
    const page = await openPage(review.url);
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    const list = page.getByRole('dialog', { name: 'All threads' });
    await list.waitFor();
    const rows = list.locator('.rows .thread-row');
    expect(await rows.count()).toBe(2);
    await list.getByRole('button', { name: /^Needs you/ }).click();
    expect(await rows.allTextContents()).toEqual([expect.stringContaining('Why five?')]);
    await list.getByRole('button', { name: /^Resolved/ }).click();
    expect(await rows.allTextContents()).toEqual([expect.stringContaining('Settled.')]);
    await list.getByRole('button', { name: /^All/ }).click();
    await list.getByRole('searchbox').fill('OWL');
    expect(await rows.count()).toBe(1);
    await rows.click();
    await page.locator('.card.active', { hasText: 'owl' }).waitFor();
  });
});

describe('find', () => {
  it('finds words in the text, one after the other, and in the threads', async () => {
    await thread(5, 'The limit again?');
    const page = await openPage(review.url);
    await cardWith(page, 'The limit again?').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('entry');
    const count = page.locator('.find-count');
    await count.filter({ hasText: '1 of 2' }).waitFor();
    await page.keyboard.press('Enter');
    await count.filter({ hasText: '2 of 2' }).waitFor();
    await until(() => page.evaluate(() => CSS.highlights.get('found')?.size === 2));
    await page.getByRole('searchbox').fill('limit again');
    await count.filter({ hasText: 'not in the text' }).waitFor();
    await page.locator('.find-threads button').click();
    await page.locator('.card.active', { hasText: 'The limit again?' }).waitFor();
    await until(() => page.evaluate(() => CSS.highlights.size === 0));
  });
});

describe('toasts', () => {
  it('tell of a take elsewhere, lead there, and are read out', async () => {
    const { id } = await thread(2, 'Far up.');
    const page = await openPage(review.url);
    await cardWith(page, 'Far up.').waitFor();
    await page.setViewportSize({ width: 1440, height: 300 });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await take(id, 'An answer.');
    const toast = page.locator('.toast', { hasText: 'answered in' });
    await toast.waitFor();
    await page
      .locator('[aria-live="polite"]', { hasText: 'planner answered in' })
      .waitFor({ state: 'attached' });
    await toast.locator('.toast-text').click();
    await page.locator('.card.active', { hasText: 'An answer.' }).waitFor();
    await toast.waitFor({ state: 'detached' });
  });

  it('stay away for a take that is in sight', async () => {
    const { id } = await thread(2, 'In sight.');
    const page = await openPage(review.url);
    await cardWith(page, 'In sight.').waitFor();
    await take(id, 'Seen.');
    await cardWith(page, 'In sight.').getByText('1 take by').waitFor();
    expect(await page.locator('.toast').count()).toBe(0);
  });
});
