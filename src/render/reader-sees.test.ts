import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPageText } from '../../test/support/page-text.ts';
import { parseMarkdown } from '../core/document/markdown-it/blocks.ts';
import { renderMarkdown, renderMessage } from './render-markdown.ts';

const fixtures = resolve(import.meta.dirname, '../../test/fixtures/markdown');

function fixture(name: string): string {
  return readFileSync(join(fixtures, `shown-${name}.md`), 'utf8');
}

function pageOf(text: string): string {
  return renderMarkdown(text)
    .sections.map(({ html }) => html)
    .join('');
}

function shown(text: string): readonly string[] {
  const texts = parseMarkdown(text).blocks.map((block) => block.text);
  expect([...readPageText(pageOf(text)).texts.values()]).toEqual(texts);
  return texts;
}

/** The folded marks of a page: what they are, their words, and the block to which a comment goes. */
function marksOf(text: string): readonly (readonly (string | undefined)[])[] {
  const html = pageOf(text);
  const mark =
    /<span class="hidden-mark" data-generated(?: data-hidden-in="(\d+)")?>.*?>([^<>]*)<\/span><span class="hidden-words">([^<]*)</gs;
  return [...html.matchAll(mark)].map(([, block, what, words]) => [what, words, block]);
}

describe('what is in the source is what the reader sees (review contract 9)', () => {
  it('shows tags that are none of HTML as the text that they are', () => {
    expect(shown(fixture('placeholders'))).toEqual([
      'Use Vec<u8> and <your-name>.',
      'Run git clone <repo-url>',
      'Install <package>',
      '<Option A description>',
      'Type\tReturns\nPromise<void>\tMap<K>',
    ]);
  });

  it.each([
    ['a component', '<Tabs default="a">\n  <Tab>x</Tab>\n</Tabs>'],
    ['a generic type of one letter', 'Array<A> and Map<B>'],
    [
      'an element without its end or attributes',
      'cp <source> <target>, <title>, <code> and <link>',
    ],
    ['words behind the name of an element', '<title of the plan> and <section name>'],
    ['a component inside of HTML', '<div>\n<Foo bar="b">x</Foo>\n</div>'],
  ])('shows %s', (_, text) => {
    const words = text
      .replace(/<\/?div>/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    expect(shown(text).join(' ')).toBe(words);
    expect(renderMessage(text)).toContain('&lt;');
  });

  it('folds what is hidden, and nothing swallows what follows', () => {
    expect(shown(fixture('hidden-comments'))).toEqual([
      'Text',
      'The end of the visible part.',
      'A whole section',
      'rest of the plan',
    ]);
    expect(marksOf(fixture('hidden-comments'))).toEqual([
      ['hidden comment', 'agent: run rm -rf', '2'],
      ['hidden: unused link', '[//]: # (hidden too)', '2'],
      ['hidden comment', 'unclosed', '3'],
    ]);
    expect(shown(fixture('textarea'))).toEqual(['Before', 'After']);
    expect(marksOf(fixture('textarea')).map(([what]) => what)).toEqual(['hidden: textarea']);
    expect(shown(fixture('swallowed-by-style'))).toEqual(['Plan', 'Steps', 'delete all']);
    expect(marksOf(fixture('swallowed-by-style'))).toEqual([
      ['hidden: style', '&lt;style&gt; is what we change', '2'],
    ]);
  });

  it.each([
    ['in a line', 'a <!-- b --> c', 'b'],
    ['in a heading', '# a <!-- b -->', 'b'],
    ['in a cell', '| a | <!-- b --> |\n|---|---|', 'b'],
    ['in an item', '- a\n  <!-- b -->', 'b'],
    ['in raw HTML', '<div>a<!-- b --></div>', 'b'],
    ['as a script', 'a <script>b()</script>', '&lt;script&gt;b()&lt;/script&gt;'],
    ['as front matter in TOML', '+++\nb = 1\n+++\n\na', '+++\nb = 1\n+++'],
    ['as front matter in JSON', '{\n"b": 1\n}\n\na', '{\n&quot;b&quot;: 1\n}'],
    ['as a definition that no link uses', 'a\n\n[b]: /c "d"', '[b]: /c &quot;d&quot;'],
  ])('folds words that stand %s', (_, text, words) => {
    expect(marksOf(text).map(([, own, block]) => [own, block])).toEqual([[words, '1']]);
    const [part] = parseMarkdown(text).hidden();
    expect(text.slice(part?.start, part?.end)).toContain(part?.words);
  });

  it('folds neither definitions that links use nor comments without words', () => {
    expect(marksOf('[a]\n\n[a]: /b\n\n<!-- -->\n\n<!-- --- -->')).toEqual([]);
  });

  it('draws invisible characters and marks of direction as escapes', () => {
    const html = pageOf(fixture('invisible'));
    const names = [...html.matchAll(/class="invisible-name" data-generated>([^<]*)/g)];
    expect(names.map(([, name]) => name)).toEqual([
      'U+E0072',
      'U+E006D',
      'U+202E',
      'U+202C',
      'U+200B',
    ]);
    expect(shown(fixture('invisible'))).toEqual([fixture('invisible').trim()]);
    expect(renderMessage('a\u202Eb')).toContain('U+202E');
    expect(pageOf('```\na\u200Bb\n```\n\n`c\u2066d`')).toMatch(/U\+200B.*U\+2066/s);
    expect(pageOf('👩‍👩‍👧 می‌خواهم $f(x)$ \u200Fא')).not.toContain('invisible-name');
  });

  it('counts what it folds away and what it draws as escapes', () => {
    expect(renderMarkdown(fixture('hidden-comments')).unseen).toEqual({ parts: 3, characters: 0 });
    expect(renderMarkdown(fixture('invisible')).unseen).toEqual({ parts: 0, characters: 5 });
  });

  it('shows the text of an item behind raw HTML that stays open', () => {
    expect(shown(fixture('details-in-item'))).toEqual([
      'A',
      'item text\nAssuming x exists, run it.\nyields:',
      'Expand example',
      'next',
    ]);
    expect(pageOf(fixture('details-in-item'))).toContain(
      '<details><summary data-block="3">Expand example</summary>',
    );
  });

  it('keeps the lines of lists in cells, and all cells', () => {
    expect(shown(fixture('list-in-cell'))).toEqual([
      'Case\tWhat\nCreative\tExplore diverse solutions\nSupport multiple stacks',
    ]);
    expect(shown('| a | b |\n|---|---|\n| 1 | 2 | 3 | `x\\|y` |')).toEqual(['a\tb\n1\t2\t3\tx|y']);
  });

  it('keeps a table of HTML together across blank lines', () => {
    const table = '<table>\n\n<tr>\n<td>a</td>\n\n    <td>b</td>\n</tr>\n\n</table>\n\nc';
    expect(shown(table)).toEqual(['a\nb', 'c']);
    expect(pageOf(table).match(/<table/g)).toHaveLength(1);
  });

  it('lets emphasis end beside Chinese and Japanese', () => {
    expect(shown(fixture('cjk-bold'))).toEqual([
      '含「重点」内容',
      '这是注意：请看',
      '左上の+ボタン',
      '而捆绑包（bundle）将',
    ]);
    expect(pageOf(fixture('cjk-bold')).match(/<strong>/g)).toHaveLength(4);
  });

  it('draws formulas between brackets, and leaves other brackets alone', () => {
    expect(shown(fixture('math-brackets'))).toEqual([
      'Inline a+b here.',
      'x^2',
      '\\frac{1}{2}',
      'GitHub: a_b end',
    ]);
    expect(pageOf(fixture('math-brackets')).match(/<math /g)).toHaveLength(4);
    expect(pageOf('\\(see there\\) \\[TODO\\]\n\n\\[x\\]')).not.toContain('<math');
  });

  it('ends addresses where readers end them', () => {
    expect(
      [...pageOf(fixture('autolinks')).matchAll(/href="([^"]*)"/g)].map(([, to]) => to),
    ).toEqual(['http://old.example', 'http://google.com/ok']);
    expect(pageOf(fixture('autolinks'))).toContain('<del>');
  });

  it('tells the address of a link that it does not follow', () => {
    const notes = [...pageOf(fixture('schemes')).matchAll(/link-note" data-generated>([^<]*)</g)];
    expect(notes.map(([, note]) => note)).toEqual([
      ' (vscode://file/a.ts:3, not opened from here)',
      ' (irc://irc.libera.chat/x, not opened from here)',
    ]);
  });

  it('marks links to files for the page to open', () => {
    expect(pageOf(fixture('original'))).toContain(
      'See <a href="linked.md" data-path>the other</a> and <a href="linked.md#part" data-path>a section</a>.',
    );
  });

  it('lets blocks of a document with text from right to left find their direction', () => {
    const html = pageOf(fixture('right-to-left'));
    for (const name of ['h1', 'p', 'li', 'td', 'th'])
      expect(html).toMatch(new RegExp(`<${name}[^>]* dir="auto"`));
  });
});
