import { afterEach, describe, expect, it } from 'vitest';
import { openBlank, useBrowser } from './browser.ts';
import { type RunningReview, startReview } from './start-review.ts';
import { writeFiles } from './write-files.ts';

useBrowser();

let review: RunningReview | undefined;
afterEach(() => review?.stop());

/** A patch of a new file with lines of 100 characters, and of a small one. */
function patchOf(lines: number): string {
  const body = Array.from({ length: lines }, (_, index) => `+line ${index} ${'x'.repeat(90)}`);
  return [
    'diff --git a/large.txt b/large.txt',
    'new file mode 100644',
    '--- /dev/null',
    '+++ b/large.txt',
    `@@ -0,0 +1,${lines} @@`,
    ...body,
    'diff --git a/small.txt b/small.txt',
    'new file mode 100644',
    '--- /dev/null',
    '+++ b/small.txt',
    '@@ -0,0 +1,1 @@',
    '+small',
    '',
  ].join('\n');
}

describe('a file whose change is over the limit of the page', () => {
  it('says so with its size, and is shown when that is asked for; others are shown at once', async () => {
    const directory = writeFiles({ 'large.patch': patchOf(11_000) });
    review = await startReview({ words: ['large.patch'], directory });
    const page = await openBlank();
    await page.goto(review.url);
    const notice = page.getByText('Too large, not shown');
    await notice.waitFor();
    expect(await notice.textContent()).toMatch(/11,00\d lines, 1\.1 MB/);
    expect(await page.locator('.document-body [data-block]').count()).toBe(0);
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.getByText('line 0 xxx').first().waitFor();
    expect(await notice.count()).toBe(0);
    await page
      .getByRole('button', { name: /small\.txt/ })
      .or(page.getByRole('link', { name: /small\.txt/ }))
      .first()
      .click();
    await page.locator('.document-body').getByText('small', { exact: false }).first().waitFor();
    expect(await notice.count()).toBe(0);
  });
});
