import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyMarkdown, markdownRuns } from '../../../../test/support/markdown-arbitrary.ts';
import type { Block } from '../block.ts';
import { indexBlocks } from './blocks.ts';

const fixtures = resolve(import.meta.dirname, '../../../../test/fixtures/markdown');

/** Blocks in short: kind, lines, text. */
function inShort(text: string): readonly string[] {
  return indexBlocks(text).map(
    ({ kind, lineStart, lineEnd, text: shown }) =>
      `${kind} ${lineStart}-${lineEnd} ${JSON.stringify(shown)}`,
  );
}

function only(text: string): Block {
  const [block, ...others] = indexBlocks(text);
  if (block === undefined || others.length > 0) throw new Error('expected one block');
  return block;
}

describe('blocks of Markdown (review contract 2)', () => {
  it.each<[rule: string, text: string, blocks: readonly string[]]>([
    [
      'headings of both kinds count',
      '# A\n\nB\n===\n\n###### C',
      ['heading 1-1 "A"', 'heading 3-4 "B"', 'heading 6-6 "C"'],
    ],
    [
      'paragraphs count, also in block quotes',
      'a\nb\n\n> c\n>\n> > d',
      ['paragraph 1-2 "a b"', 'paragraph 4-4 "c"', 'paragraph 6-6 "d"'],
    ],
    [
      'paragraphs in a list item belong to the item',
      '- a\n\n  b\n\n  > c',
      ['list-item 1-5 "a\\nb\\nc"'],
    ],
    [
      'nested items count on their own',
      '- a\n  - b\n    1. c\n- d',
      ['list-item 1-3 "a"', 'list-item 2-3 "b"', 'list-item 3-3 "c"', 'list-item 4-4 "d"'],
    ],
    [
      'the outer of two that start on one line comes first',
      '- - a',
      ['list-item 1-1 ""', 'list-item 1-1 "a"'],
    ],
    [
      'an item goes on after what is nested in it',
      '- a\n  - b\n\n  c',
      ['list-item 1-4 "a\\nc"', 'list-item 2-2 "b"'],
    ],
    [
      'blank lines behind items and lists are no part of them',
      '- a\n\n- b\n\n\n\nc',
      ['list-item 1-1 "a"', 'list-item 3-3 "b"', 'paragraph 7-7 "c"'],
    ],
    [
      'an empty line of a quote is blank too',
      '> - a\n>\n>\n> b',
      ['list-item 1-1 "a"', 'paragraph 4-4 "b"'],
    ],
    [
      'code counts wherever it stands',
      '```js\na\n```\n\n    b\n\n- c\n\n  ```\n  d\n  ```\n\n> ~~~\n> e\n> ~~~',
      ['code 1-3 "a"', 'code 5-5 "b"', 'list-item 7-11 "c"', 'code 9-11 "d"', 'code 13-15 "e"'],
    ],
    ['a heading in an item counts', '- # a\n  b', ['list-item 1-2 "b"', 'heading 1-1 "a"']],
    ['a table is one block', '|a|b|\n|-|-|\n|1|2|', ['table 1-3 "a\\tb\\n1\\t2"']],
    [
      'front matter is one block',
      '---\na: 1\n---\n\nb',
      ['front-matter 1-3 "a: 1"', 'paragraph 5-5 "b"'],
    ],
    [
      'display math counts, blank lines in it or not',
      '$$\nx\n\ny\n$$\n\n$$z$$',
      ['math 1-5 "x\\n\\ny"', 'math 7-7 "z"'],
    ],
    ['a fence of math is math', '```math\nx\n```', ['math 1-3 "x"']],
    ['math in a line belongs to its paragraph', 'a $x$ b $$y$$', ['paragraph 1-1 "a x b y"']],
    [
      'raw HTML counts when it shows something',
      '<p>a</p>\n\n<img src="x" alt="b">',
      ['html 1-1 "a"', 'html 3-3 "b"'],
    ],
    [
      'HTML that shows nothing does not count',
      '<!-- a -->\n\n<div></div>\n\n<script>a</script>\n\n<a id="x"></a>',
      [],
    ],
    [
      'Markdown between raw HTML counts',
      '<details>\n<summary>a</summary>\n\nb\n\n</details>',
      ['html 1-2 "a"', 'paragraph 4-4 "b"'],
    ],
    [
      'footnote paragraphs count where they stand',
      'a[^1]\n\n[^1]: b\n\n    c\n\nd',
      ['paragraph 1-1 "a"', 'paragraph 3-3 "b"', 'paragraph 5-5 "c"', 'paragraph 7-7 "d"'],
    ],
    [
      'a footnote in an item counts on its own',
      '- a\n\n  [^1]: b',
      ['list-item 1-3 "a"', 'paragraph 3-3 "b"'],
    ],
    ['rules and link definitions do not count', '***\n\n[a]: b\n\n---', []],
    [
      'lazy lines belong to the paragraph above',
      '> a\nb\n\n- c\nd',
      ['paragraph 1-2 "a b"', 'list-item 4-5 "c d"'],
    ],
    [
      'a shorter fence does not close a longer one',
      '````\n```\na\n```\n````',
      ['code 1-5 "```\\na\\n```"'],
    ],
    ['a fence that is never closed goes to the end', '```\na\n', ['code 1-2 "a"']],
    ['an alert counts without its mark', '> [!NOTE]\n> a', ['paragraph 1-2 "a"']],
    ['an alert that only has a title has no paragraph', '> [!NOTE]\n>\n> a', ['paragraph 3-3 "a"']],
    [
      'a task counts without its box',
      '- [ ] a\n- [x] b',
      ['list-item 1-1 "a"', 'list-item 2-2 "b"'],
    ],
  ])('%s', (_, text, blocks) => {
    expect(inShort(text)).toEqual(blocks);
  });

  it('leaves out lines that are no blocks, and ends what stands above them', () => {
    const text =
      'a\n> **Sage:** why?\n>> **Max:** so.\nb\n\n- c\n  > **Sage:** x\n- d\n\n> **Y:** z\nlazy\n';
    const excludedLines = [
      { lineStart: 2, lineEnd: 3 },
      { lineStart: 7, lineEnd: 7 },
      { lineStart: 10, lineEnd: 11 },
    ];
    const blocks = indexBlocks(text, { excludedLines });
    expect(
      blocks.map(({ kind, lineStart, lineEnd, text: shown }) => [kind, lineStart, lineEnd, shown]),
    ).toEqual([
      ['paragraph', 1, 1, 'a'],
      ['paragraph', 4, 4, 'b'],
      ['list-item', 6, 6, 'c'],
      ['list-item', 8, 8, 'd'],
    ]);
  });

  it('leaves out lines that begin in a quote and go on behind it', () => {
    const text = '> a\n> **Sage:** b\nlazy\n\n>> **Max:** c\n\nd';
    const blocks = indexBlocks(text, { excludedLines: [{ lineStart: 2, lineEnd: 5 }] });
    expect(blocks.map(({ text: shown }) => shown)).toEqual(['a', 'd']);
  });

  it('reads any Markdown with any lines left out', async () => {
    const ranges = fc.array(fc.tuple(fc.nat(12), fc.nat(3)), { maxLength: 3 }).map((pairs) => {
      const taken = new Set<number>();
      return pairs
        .map(([start, length]) => ({ lineStart: start + 1, lineEnd: start + 1 + length }))
        .filter(({ lineStart, lineEnd }) => {
          const lines = Array.from(
            { length: lineEnd - lineStart + 1 },
            (_, index) => lineStart + index,
          );
          const isFree = lines.every((line) => !taken.has(line));
          if (isFree) for (const line of lines) taken.add(line);
          return isFree;
        });
    });
    await fc.assert(
      fc.property(anyMarkdown, ranges, (text, excludedLines) => {
        const blocks = indexBlocks(text, { excludedLines });
        expect(blocks.every(({ lineStart, lineEnd }) => lineStart <= lineEnd)).toBe(true);
      }),
    );
  });
});

describe('the canonical text of a block', () => {
  it.each<[what: string, markdown: string, text: string]>([
    ['marks are gone', '**a** *b* ~~c~~ ~d~ `e` [f](g "h") <kbd>i</kbd>', 'a b c d e f i'],
    [
      'escapes and entities are what they stand for',
      '\\*a\\* &amp; &#35; &nosuch;',
      '*a* & # &nosuch;',
    ],
    ['soft breaks are spaces, hard ones line feeds', 'a\nb  \nc\\\nd<br>e', 'a b\nc\nd\ne'],
    ['images are their description', 'a ![b *c*](d.png) <img src="x" alt="e">', 'a b c e'],
    ['footnote marks are generated', 'a[^1]\n\n[^1]: <!-- -->', 'a'],
    ['elements that are none of HTML are text', 'a <unknown>b</unknown>', 'a <unknown>b</unknown>'],
    [
      'addresses stand as they are written',
      '<https://a.b/%C3%BC> https://c.d/%41',
      'https://a.b/%C3%BC https://c.d/%41',
    ],
    ['prices are no formulas', 'from $5 to $10, $A/$B and US$3', 'from $5 to $10, $A/$B and US$3'],
    [
      'hidden HTML is gone with what it holds',
      '<div>a<script>b</script><style>c</style> d</div>',
      'a d',
    ],
    ['white space of HTML is collapsed', '<p>\n  a\n  <b> b </b>\n</p><p>c</p>', 'a b\nc'],
  ])('%s', (_, markdown, text) => {
    expect(only(markdown).text).toBe(text);
  });
});

describe('content lines (design: lineRange)', () => {
  it.each<[what: string, text: string, lines: readonly [first: number, count: number]]>([
    ['a fence is not counted', '```js\na\n\nb\n```', [2, 3]],
    ['nor when it is never closed', '```\na\nb', [2, 2]],
    ['an empty fence has none', '```\n```', [2, 0]],
    ['indented code has all its lines', '    a\n\n    b', [1, 3]],
    ['a table has its header as 1, without the line under it', '|a|\n|-|\n|b|\n|c|', [1, 3]],
    ['front matter has none of its fences', '---\na: 1\nb: 2\n---', [2, 2]],
    ['math has none of its marks', '$$\nx\n$$', [2, 1]],
    ['a paragraph has its lines', 'a\nb', [1, 2]],
  ])('%s', (_, text, lines) => {
    const { contentLineStart, contentLines } = only(text);
    expect([contentLineStart, contentLines]).toEqual(lines);
  });
});

describe('breadcrumbs', () => {
  it('are the headings above, outermost first', () => {
    const blocks = indexBlocks('# A\n\n## B *b*\n\nx\n\n### C\n\n## D\n\n- y\n\n# E\n\n> # F\n\nz');
    expect(blocks.map(({ text, breadcrumb }) => [text, breadcrumb])).toEqual([
      ['A', ''],
      ['B b', 'A'],
      ['x', 'A › B b'],
      ['C', 'A › B b'],
      ['D', 'A'],
      ['y', 'A › D'],
      ['E', ''],
      ['F', 'E'],
      ['z', 'E'],
    ]);
  });
});

function expectOrder(text: string): void {
  const blocks = indexBlocks(text);
  const open: Block[] = [];
  blocks.forEach((block, position) => {
    expect(block.index).toBe(position + 1);
    expect(block.lineStart).toBeLessThanOrEqual(block.lineEnd);
    expect(block.start).toBeLessThanOrEqual(block.end);
    expect(block.lineStart).toBeGreaterThanOrEqual(blocks[position - 1]?.lineStart ?? 1);
    while ((open.at(-1)?.lineEnd ?? Number.POSITIVE_INFINITY) < block.lineStart) open.pop();
    expect(block.lineEnd).toBeLessThanOrEqual(open.at(-1)?.lineEnd ?? Number.POSITIVE_INFINITY);
    open.push(block);
  });
}

describe('the order of blocks', () => {
  it.each(readdirSync(fixtures))('is that of their first lines, nested or apart, in %s', (name) => {
    expectOrder(readFileSync(join(fixtures, name), 'utf8'));
  });

  it('is that of their first lines, nested or apart, in any Markdown', async () => {
    await fc.assert(fc.property(anyMarkdown, expectOrder), { numRuns: markdownRuns });
  });

  it('is found in any text whatever', async () => {
    await fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), expectOrder));
  });
});
