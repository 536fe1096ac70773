import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexBlocks } from '../../src/core/document/markdown-it/blocks.ts';
import { openPage, useBrowser } from './browser.ts';
import { type RunningReview, startReview } from './start-review.ts';

useBrowser();

const folder = resolve(import.meta.dirname, '../fixtures/markdown');
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.md'));

let review: RunningReview;
beforeAll(async () => {
  review = await startReview({ words: fixtures, directory: folder });
});
afterAll(() => review.stop());

interface ListedFile {
  readonly id: string;
  readonly path: string;
}

describe('the text of the page', () => {
  it('is the canonical text of every block of every fixture, numbered alike', async () => {
    const page = await openPage(review.url);
    const { files } = await review.call<{ files: readonly ListedFile[] }>('GET', 'api/state');
    for (const { id, path } of files) {
      await page.locator(`nav[aria-label="Files"] .row[title="${path}"]`).click();
      await page.locator('main[aria-busy="false"]').waitFor();
      const expected = indexBlocks(readFileSync(join(folder, path), 'utf8'));
      const { blocks } = await review.call<{ blocks: readonly { index: number }[] }>(
        'GET',
        `api/files/${id}/blocks`,
      );
      expect(blocks.map(({ index }) => index)).toEqual(expected.map(({ index }) => index));
      const drawn = await page.locator('.document-body').evaluate((root) => {
        const texts: Record<string, string> = {};
        for (const block of root.querySelectorAll('[data-block]')) {
          const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
          let text = '';
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const parent = node.parentElement;
            if (parent?.closest('[data-generated]')) continue;
            if (parent?.closest('[data-block]') === block) text += (node as Text).data;
          }
          texts[block.getAttribute('data-block') ?? ''] = text;
        }
        return texts;
      });
      const wanted = Object.fromEntries(expected.map(({ index, text }) => [String(index), text]));
      expect({ path, drawn }).toEqual({ path, drawn: wanted });
    }
  });
});
