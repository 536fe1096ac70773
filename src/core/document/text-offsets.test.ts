import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyMarkdown, markdownRuns } from '../../../test/support/markdown-arbitrary.ts';
import type { Block } from './block.ts';
import { parseDiffDocument } from './diff-file.ts';
import { parseMarkdown } from './markdown-it/blocks.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { sourceOfTextRange, sourceRange, textRange } from './text-offsets.ts';

const fixtures = resolve(import.meta.dirname, '../../../test/fixtures/markdown');

/** The source of a phrase that stands in exactly one block. */
function sourceOf(markdown: string, phrase: string): string {
  const document = parseMarkdown(markdown);
  const block = document.blocks.find(({ text }) => text.includes(phrase));
  if (block === undefined) throw new Error(`no block says ${phrase}`);
  const at = block.text.indexOf(phrase);
  const { start, end } = sourceRange(document, block, [at, at + phrase.length]);
  return markdown.slice(start, end);
}

describe('the source of a stretch of text', () => {
  it.each<[what: string, markdown: string, phrase: string, source: string]>([
    ['plain words', 'a word here', 'word', 'word'],
    ['words with emphasis around', 'a **word** here', 'word', 'word'],
    ['words with emphasis inside', 'a **bo*l*d** word', 'bold word', 'bo*l*d** word'],
    ['words in a link', 'a [link *text*](u "t") b', 'link text', 'link *text'],
    ['words across a link', 'a [link](u) b', 'a link b', 'a [link](u) b'],
    ['words across inline code', 'see `x\\y` now', 'see x\\y now', 'see `x\\y` now'],
    ['padded code', 'a `` `x` `` b', '`x`', '`x`'],
    ['an escape', 'a \\*b\\* c', '*b*', '\\*b\\*'],
    ['half an entity', 'a &amp;&lt; c', '&', '&amp;'],
    ['lines of a quote', '> a b\n> c d', 'b c', 'b\n> c'],
    ['lines of a nested item', '- x\n  - a b\n    c d', 'b c', 'b\n    c'],
    ['lines that end in CRLF', '> a b\r\n> c d\r\n', 'b c', 'b\r\n> c'],
    ['a hard break', 'a b  \nc', 'b\nc', 'b  \nc'],
    ['a heading between its marks', '## a b c ##', 'b c', 'b c'],
    ['a heading of a hash', '# # #', '#', '#'],
    ['a setext heading', 'a b\n---', 'b', 'b'],
    ['a cell', '| a | b c | d |\n|-|-|-|', 'b c', 'b c'],
    ['a cell with an escaped pipe', '|a|\n|-|\n|x `b\\|c`|', 'b|c', 'b\\|c'],
    ['a cell without outer pipes', 'a | b\n-|-\nc c | d', 'c c', 'c c'],
    ['a cell in a quote', '> | a |\n> |-|\n> | b c |', 'b c', 'b c'],
    ['lines of code', '- ```\n  a\n  b c\n  ```', 'a\nb', 'a\n  b'],
    ['code behind a tab', '-\ta\n\n\t  \tcode', 'code', 'code'],
    ['a whole formula', 'a $x + y$ b', '+', 'x + y'.slice(2, 3)],
    ['display math', '$$\na\n\nb\n$$', 'a\n\nb', 'a\n\nb'],
    ['the description of an image', 'a ![b c](d) e', 'b', 'b'],
    ['a description with marks', 'a ![b *c*](d) e', 'b', '![b *c*](d)'],
    ['raw HTML', '<div>\n  <p>a &amp; <b>b</b></p>\n</div>', 'a & b', 'a &amp; <b>b'],
    ['words of a task', '- [ ] a b', 'a b', 'a b'],
    ['words of an alert', '> [!NOTE]\n> a b', 'a b', 'a b'],
    ['words of a footnote', 'x[^1]\n\n[^1]: a b', 'a b', 'a b'],
    ['a bare address', 'see https://a.b/c_d now', 'https://a.b', 'https://a.b'],
    ['text behind a byte order mark', '\uFEFF# a b', 'a b', 'a b'],
    ['struck text', 'a ~~b~~ ~c~ d', 'b c', 'b~~ ~c'],
    ['front matter', '---\na: b\n---', 'a: b', 'a: b'],
  ])('of %s', (...[, markdown, phrase, source]) => {
    expect(sourceOf(markdown, phrase)).toBe(source);
  });

  it('goes over several blocks', () => {
    const text = '# One *two*\n\n- three\n- **four** five\n';
    const document = parseMarkdown(text);
    const range = { startBlock: 1, startOffset: 4, endBlock: 3, endOffset: 4 };
    const source = sourceOfTextRange(document, range);
    expect(text.slice(source?.start, source?.end)).toBe('two*\n\n- three\n- **four');
    expect(source && textRange(document, source)).toEqual(range);
  });

  it('of lines of a hunk is those lines of the patch', () => {
    const patch = '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n';
    const document = parseDiffDocument(patch);
    const hunk = document.blocks[2];
    if (hunk === undefined) throw new Error('no hunk');
    const at = hunk.text.indexOf('-b');
    const { start, end } = sourceRange(document, hunk, [at, at + 5]);
    expect(patch.slice(start, end)).toBe('-b\r\n+c');
  });
});

describe('the text of a stretch of source', () => {
  it('is nothing where a reader sees nothing', () => {
    const document = parseMarkdown('a\n\n<!-- b -->\n\nc');
    expect(textRange(document, { start: 3, end: 13 })).toBeUndefined();
  });

  it('is what of it a reader sees', () => {
    const text = 'a **b** c\n\n- d';
    const document = parseMarkdown(text);
    expect(textRange(document, { start: 2, end: 7 })).toEqual({
      startBlock: 1,
      startOffset: 2,
      endBlock: 1,
      endOffset: 3,
    });
    expect(textRange(document, { start: 0, end: text.length })).toEqual({
      startBlock: 1,
      startOffset: 0,
      endBlock: 2,
      endOffset: 1,
    });
  });
});

const asSpace = (text: string | undefined): string | undefined => text?.replace(/[\r\n\t]/, ' ');

/** What is wrong with the way from a block's characters to their source and back. */
function faultsOf(document: ParsedDocument, block: Block): readonly string[] {
  const faults: string[] = [];
  const alone = { ...document, blocks: [block] } as ParsedDocument;
  let before = block.start;
  for (let at = 0; at < block.text.length; at++) {
    const source = sourceRange(document, block, [at, at + 1]);
    const found = document.text.slice(source.start, source.end);
    const say = (what: string): number => faults.push(`block ${block.index}, ${at}: ${what}`);
    if (source.start < before) say('not behind the character before');
    if (source.end > block.end) say('outside of the block');
    before = source.start;
    if (found === '') continue;
    if (found.length === 1 && found !== '\0' && asSpace(found) !== asSpace(block.text[at])) {
      say(`${found} is not ${block.text[at]}`);
    }
    const back = textRange(alone, source);
    if (back === undefined || back.startOffset > at || back.endOffset <= at)
      say('does not lead back');
  }
  return faults;
}

function expectRoundTrips(text: string): void {
  const document = parseMarkdown(text);
  expect(document.blocks.flatMap((block) => faultsOf(document, block))).toEqual([]);
}

describe('text and source', () => {
  it.each(readdirSync(fixtures))('lead to each other in %s', (name) => {
    expectRoundTrips(readFileSync(join(fixtures, name), 'utf8'));
  });

  it('lead to each other in any Markdown', async () => {
    await fc.assert(fc.property(anyMarkdown, expectRoundTrips), {
      numRuns: markdownRuns,
    });
  });
});
