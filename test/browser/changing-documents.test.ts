import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gitIn } from '../support/scratch-git.ts';
import { openPage, useBrowser } from './browser.ts';
import { beginOn, blockWith, cardWith, commentOn, selectText, until, write } from './page-steps.ts';
import { picture, plan } from './plan.ts';
import { type RunningReview, startReview } from './start-review.ts';
import { writeFiles } from './write-files.ts';

useBrowser();

let file: string;
let review: RunningReview;
beforeEach(async () => {
  const directory = writeFiles({ 'plan.md': plan, 'picture.svg': picture });
  file = join(directory, 'plan.md');
  review = await startReview({ words: ['plan.md'], directory });
});
afterEach(() => review.stop());

const change = (from: string | RegExp, to: string): void => {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
};

/** What was said in the threads whose place waits to be confirmed. */
const movedTexts = async ({ call }: RunningReview): Promise<readonly string[]> => {
  const { threads } = await call<{ threads: readonly { text: string; moved?: true }[] }>(
    'GET',
    'api/state',
  );
  return threads.filter(({ moved }) => moved).map(({ text }) => text);
};

describe('a document that changes while it is read', () => {
  it('is swapped in place: threads, selection and unchanged elements stay', async () => {
    const page = await openPage(review.url);
    await selectText(page, 'five minutes');
    await page.keyboard.press('c');
    await write(page, 'Why five?');
    await review.event('thread.created');
    await selectText(page, 'Never slower');
    await blockWith(page, 'a miss never waits').evaluate((element) =>
      element.classList.add('same-element'),
    );
    change('Most of our load', 'A new paragraph in front.\n\nMost of our load');
    await blockWith(page, 'A new paragraph in front.').waitFor();
    await until(
      async () => (await page.locator('mark').allTextContents()).join('|') === 'five minutes',
    );
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('Never slower');
    expect(await page.locator('.same-element').textContent()).toBe('a miss never waits');
    const moved = await page.locator('.same-element').getAttribute('data-block');
    const { blocks } = await review.call<{ blocks: readonly { index: number; snippet: string }[] }>(
      'GET',
      'api/files/f-1/blocks',
    );
    expect(blocks.find(({ snippet }) => snippet.includes('a miss never'))?.index).toBe(
      Number(moved),
    );
  });

  it('carries what is being typed along with its text', async () => {
    const page = await openPage(review.url);
    await selectText(page, 'least recently used');
    await page.keyboard.press('c');
    await page.keyboard.type('While I wr');
    change('# Response cache', '# Response cache\n\nSomething new on top.\n\nAnd more.');
    await blockWith(page, 'Something new on top.').waitFor();
    await until(async () => (await page.locator('mark[data-state~="draft"]').count()) === 1);
    await page.keyboard.type('ite this');
    expect(await page.locator('mark[data-state~="draft"]').textContent()).toBe(
      'least recently used',
    );
    await page.keyboard.press('Control+Enter');
    const { payload } = await review.event('thread.created');
    expect(payload).toMatchObject({
      text: 'While I write this',
      quote: { exact: 'least recently used' },
    });
    await page.locator('mark[data-state~="draft"]').waitFor({ state: 'detached' });
    expect(await page.locator('mark[data-state~="open"]').textContent()).toBe(
      'least recently used',
    );
  });

  it('holds a draft whose text is gone, through keystrokes and a reload, until the text is back', async () => {
    const page = await openPage(review.url);
    const alert = page.getByRole('alert').filter({ hasText: 'is gone' });
    const remark = page.getByRole('textbox', { name: 'Remark' });
    await beginOn(page, blockWith(page, 'Never slower'));
    await page.keyboard.type('About ');
    writeFileSync(file, '');
    await alert.waitFor();
    await page.keyboard.type('this');
    expect(await remark.inputValue()).toBe('About this');
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await page.keyboard.press('Control+Enter');
    await alert.waitFor();

    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await alert.waitFor();
    expect(await page.locator('.kept-draft').textContent()).toContain('About this');

    writeFileSync(file, plan);
    await alert.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.keyboard.press('Control+Enter');
    const { payload } = await review.event('thread.created');
    expect(payload).toMatchObject({ text: 'About this' });
    expect(payload['snippet']).toContain('Never slower');
  });

  it('attaches a draft whose text is gone to what is picked for it', async () => {
    const page = await openPage(review.url);
    await selectText(page, 'Never slower');
    await page.keyboard.press('c');
    await page.keyboard.type('About this');
    change(/> Never slower.*\n/, '');
    await page.getByRole('button', { name: 'Attach elsewhere…' }).click();
    await page.getByText('Where does').waitFor();
    await selectText(page, 'least recently used');
    await page.getByRole('button', { name: 'Attach here' }).click();
    await page.keyboard.press('Control+Enter');
    const { payload } = await review.event('thread.created');
    expect(payload).toMatchObject({ text: 'About this', quote: { exact: 'least recently used' } });
  });

  it('orphans what lost its text: counted in a tray with the old text, shown, and attached again by hand', async () => {
    const page = await openPage(review.url);
    await selectText(page, 'least recently used tenth');
    await page.keyboard.press('c');
    await write(page, 'Why a tenth?');
    await review.event('thread.created');
    change(/Entries live.*\n/, 'Nothing of that is left.\n');
    const tray = page.locator('.orphans');
    await tray.waitFor();
    expect(await tray.textContent()).toContain('1 comment lost its place');
    expect(await tray.textContent()).toContain('least recently used tenth');
    if ((await tray.getByRole('button', { name: 'Show' }).count()) > 0) {
      await tray.getByRole('button', { name: 'Show' }).click();
    }
    await cardWith(page, 'Why a tenth?').waitFor();
    await tray.getByRole('button', { name: 'Re-attach…' }).click();
    await page.getByText('Where does').waitFor();
    await selectText(page, 'Nothing of that');
    await page.getByRole('button', { name: 'Attach here' }).click();
    await tray.waitFor({ state: 'detached' });
    await until(
      async () => (await page.locator('mark').allTextContents()).join() === 'Nothing of that',
    );
    await page.reload();
    await page.locator('mark').waitFor();
    expect(await page.locator('mark').textContent()).toBe('Nothing of that');
  });

  it('brings an orphan back when its text returns', async () => {
    const page = await openPage(review.url);
    await selectText(page, 'least recently used tenth');
    await page.keyboard.press('c');
    await write(page, 'Why a tenth?');
    await review.event('thread.created');
    change(/Entries live.*\n/, 'Gone for now.\n');
    await page.locator('.orphans').waitFor();
    writeFileSync(file, plan);
    await page.locator('.orphans').waitFor({ state: 'detached' });
    await until(
      async () =>
        (await page.locator('mark').allTextContents()).join() === 'least recently used tenth',
    );
  });

  it('asks for a look where a comment was placed on text that moved and changed: confirmed, or attached elsewhere', async () => {
    const remark = 'The importer reads the old rows in batches and writes them to the new table.';
    const scenario = (first: string, last: string) =>
      `# Story\n\n${first}Between.\n\nMore in between.\n\n${last}The end of it all.\n`;
    writeFileSync(file, scenario(`${remark}\n\n`, ''));
    await review.event('source.updated');
    const page = await openPage(review.url);
    const asks = (about: string) => cardWith(page, about).locator('.moved');
    for (const text of ['In which order?', 'Why in batches?']) {
      await commentOn(page, blockWith(page, 'The importer'), text);
      await review.event('thread.created');
    }
    const older = remark.replace('old rows', 'older rows');
    writeFileSync(file, scenario('', `${older}\n\n`));
    await asks('In which order?').waitFor();
    await asks('Why in batches?').waitFor();
    expect(await page.locator('[data-block][data-threads]').textContent()).toBe(older);
    expect(await movedTexts(review)).toEqual(['In which order?', 'Why in batches?']);

    await cardWith(page, 'In which order?').locator('.quote').click();
    await asks('In which order?').getByRole('button', { name: 'Confirm' }).click();
    await asks('In which order?').waitFor({ state: 'detached' });
    await until(async () => (await movedTexts(review)).join() === 'Why in batches?');
    expect(await asks('Why in batches?').count()).toBe(1);

    await cardWith(page, 'Why in batches?').locator('.quote').click();
    await asks('Why in batches?').getByRole('button', { name: 'Re-attach…' }).click();
    await selectText(page, 'The end');
    await page.getByRole('button', { name: 'Attach here' }).click();
    await until(async () => (await page.locator('mark').allTextContents()).join() === 'The end');
    await until(async () => (await movedTexts(review)).length === 0);
    await page.reload();
    await page.locator('mark').waitFor();
    expect(await page.locator('.moved').count()).toBe(0);
  });
});

describe('a diff that is asked for again', () => {
  it('shows a file that has joined it, without being loaded anew', async () => {
    await review.stop();
    const directory = writeFiles({ 'first.md': 'One.\n', 'second.md': 'Two.\n' });
    const git = gitIn({ directory, home: directory });
    git('init', '-q');
    git('add', 'first.md');
    review = await startReview({ words: ['diff'], directory });
    const page = await openPage(review.url);
    await page.getByText('One.').waitFor();
    git('add', 'second.md');
    await review.call('POST', 'api/refresh', {});
    await page.getByRole('button', { name: 'second.md' }).click();
    await page.getByText('Two.').waitFor();
  });
});
