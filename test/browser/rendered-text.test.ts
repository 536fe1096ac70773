/// <reference lib="dom" />
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { parseCode } from '../../src/core/document/code-document.ts';
import { readPatch } from '../../src/core/document/diff-file.ts';
import { renderCode } from '../../src/render/render-code.ts';
import { renderDiff } from '../../src/render/render-diff.ts';
import { renderMarkdown } from '../../src/render/render-markdown.ts';
import { anyMarkdown } from '../support/markdown-arbitrary.ts';
import { openBlank, useBrowser } from './browser.ts';

const fixtures = resolve(import.meta.dirname, '../fixtures');
const blankImage = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const generated = process.env['DISCUSS_LONG_TESTS'] === '1' ? 20_000 : 400;

type Rendered = ReturnType<typeof renderMarkdown>;

/** Texts of the blocks of each document as a browser holds them, by number; a block that stands twice is marked. */
function readTexts(pages: readonly (readonly string[])[]): Record<string, string>[] {
  const textOf = (node: Node): string => {
    if (node instanceof Text) return node.data;
    const inner = [...node.childNodes].filter(
      (child) =>
        !(child instanceof Element) ||
        !(child.hasAttribute('data-generated') || child.hasAttribute('data-block')),
    );
    return inner.map(textOf).join('');
  };
  return pages.map((sections) => {
    const root = document.createElement('div');
    for (const html of sections) {
      const section = document.createElement('section');
      section.innerHTML = html;
      root.append(section);
    }
    const texts: Record<string, string> = {};
    for (const element of root.querySelectorAll('[data-block]')) {
      const number = element.getAttribute('data-block') ?? '';
      texts[number] = number in texts ? 'stands twice' : textOf(element);
    }
    return texts;
  });
}

async function expectTextsToBeEqual(page: Page, documents: readonly Rendered[]): Promise<void> {
  const pages = documents.map(({ sections }) => sections.map(({ html }) => html));
  const shown = await page.evaluate(readTexts, pages);
  documents.forEach(({ blocks }, index) => {
    const expected = Object.fromEntries(blocks.map(({ index: number, text }) => [number, text]));
    expect(shown[index]).toEqual(expected);
  });
}

const markdown = (text: string): Rendered => renderMarkdown(text, { imageUrl: () => blankImage });

describe('in a browser, the text of a page', () => {
  useBrowser();

  it('is the text of the blocks for every fixture of Markdown', async () => {
    const folder = join(fixtures, 'markdown');
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    await expectTextsToBeEqual(await openBlank(), texts.map(markdown));
  });

  it('is the text of the blocks for every fixture of a patch', async () => {
    const folder = join(fixtures, 'diff');
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    await expectTextsToBeEqual(
      await openBlank(),
      texts.map((text) => renderDiff(text)),
    );
  });

  it('is the text of the blocks for every form of a patch, and for code', async () => {
    const folder = join(fixtures, 'patch-forms');
    const pages = readdirSync(folder).flatMap((name) =>
      readPatch(readFileSync(join(folder, name), 'utf8')).map((entry) =>
        entry.kind === 'message' ? markdown(entry.message.text) : renderDiff(entry.file.patch),
      ),
    );
    const code = parseCode(readFileSync(join(fixtures, 'code/code.ts.txt'), 'utf8'), 'code.ts');
    await expectTextsToBeEqual(await openBlank(), [...pages, renderCode(code)]);
  });

  it('is the text of the blocks for any Markdown', async () => {
    const page = await openBlank();
    const seed = Math.trunc(Math.random() * 0x7fffffff);
    const texts = fc.sample(anyMarkdown, { numRuns: generated, seed });
    for (let from = 0; from < texts.length; from += 200) {
      const some = texts.slice(from, from + 200);
      await expectTextsToBeEqual(page, some.map(markdown)).catch((error: unknown) => {
        throw new Error(`with the seed ${seed}`, { cause: error });
      });
    }
  });
});
