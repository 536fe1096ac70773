import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyMarkdown, markdownRuns } from '../../test/support/markdown-arbitrary.ts';
import { readPageText } from '../../test/support/page-text.ts';
import { renderMarkdown } from './render-markdown.ts';

const fixtures = resolve(import.meta.dirname, '../../test/fixtures/markdown');
const imageUrl = (source: string): string => `image?src=${encodeURIComponent(source)}`;

function expectPageTextToBeBlockText(text: string, blocksPerSection = 40): void {
  const { blocks, sections } = renderMarkdown(text, { imageUrl, blocksPerSection });
  const shown = sections.map(({ html }) => [...readPageText(html).texts]);
  expect(shown.flat()).toEqual(blocks.map((block) => [block.index, block.text]));
  expect(sections.map(({ firstBlock, lastBlock }) => lastBlock - firstBlock + 1)).toEqual(
    shown.map((section) => section.length),
  );
}

describe('the text of a page', () => {
  it.each(readdirSync(fixtures))('is the text of the blocks in %s', (name) => {
    expectPageTextToBeBlockText(readFileSync(join(fixtures, name), 'utf8'));
  });

  it('is the text of the blocks in the example', () => {
    expectPageTextToBeBlockText(readFileSync(join(fixtures, '../../../examples/plan.md'), 'utf8'));
  });

  it('is the text of the blocks in any Markdown', async () => {
    const anyLength = fc.constantFrom(1, 2, 40);
    await fc.assert(fc.property(anyMarkdown, anyLength, expectPageTextToBeBlockText), {
      numRuns: markdownRuns,
    });
  });
});
