import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyMarkdown } from '../../test/support/markdown-arbitrary.ts';
import { readPageText } from '../../test/support/page-text.ts';
import { renderMarkdown } from './render-markdown.ts';

const fixtures = resolve(import.meta.dirname, '../../test/fixtures/markdown');
const imageUrl = (source: string): string => `image?src=${encodeURIComponent(source)}`;

function expectPageTextToBeBlockText(text: string): void {
  const { blocks, sections } = renderMarkdown(text, { imageUrl });
  const shown = new Map<number, string>();
  for (const section of sections) {
    for (const [block, blockText] of readPageText(section.html).texts) shown.set(block, blockText);
  }
  expect([...shown].sort(([left], [right]) => left - right)).toEqual(
    blocks.map((block) => [block.index, block.text]),
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
    await fc.assert(fc.property(anyMarkdown, expectPageTextToBeBlockText), { numRuns: 300 });
  });
});
