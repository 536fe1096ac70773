import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../document/markdown-it/blocks.ts';
import { kindOf, lineKind } from './leaf.ts';
import { scanLines } from './scan-lines.ts';

const opaqueTokens: Readonly<Record<string, string>> = {
  fence: 'fence',
  code_block: 'code',
  html_block: 'html',
  math_block: 'math',
  front_matter: 'front matter',
  hidden_front_matter: 'front matter',
};
const opaqueKinds: Readonly<Record<number, string>> = {
  [lineKind.fence]: 'fence',
  [lineKind.indentedCode]: 'code',
  [lineKind.html]: 'html',
  [lineKind.math]: 'math',
  [lineKind.frontMatter]: 'front matter',
};

/** Lines that hold no more than markers of quotes are left out: nothing can be hidden in them. */
function linesThatMatter(text: string): readonly number[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .flatMap((line, index) => (/^[\s>]*$/.test(line) ? [] : [index]));
}

function byParser(text: string): readonly string[] {
  const { tokens, lines } = parseMarkdown(text);
  const kinds = Array<string>(lines.count).fill('text');
  for (const { type, map } of tokens) {
    const kind = opaqueTokens[type];
    if (map && kind !== undefined) kinds.fill(kind, map[0], map[1]);
  }
  return linesThatMatter(text).map((line) => kinds[line] ?? 'text');
}

function byScanner(text: string): readonly string[] {
  const { kinds } = scanLines(text);
  return linesThatMatter(text).map((line) => opaqueKinds[kindOf(kinds[line])] ?? 'text');
}

function quotesByParser(text: string): readonly number[] {
  let depth = 0;
  const first: number[] = [];
  for (const { type, map } of parseMarkdown(text).tokens) {
    if (type === 'blockquote_open' && depth++ === 0 && map) first.push(map[0]);
    if (type === 'blockquote_close') depth--;
  }
  return first;
}

function quotesByScanner(text: string): readonly number[] {
  return scanLines(text).quotes.filter((_, index) => index % 2 === 0);
}

const prefixes =
  '|||| |  |   |    |     |\t| \t|> |>|>\t|>  |>     |- |* |+ |1. |2. |10) |-\t|-   |-      |[^a]: |1000000. |- [ ] '.split(
    '|',
  );
const contents =
  '¦¦text¦foo bar¦# h¦#¦####### x¦***¦---¦===¦- - -¦```¦````¦~~~¦```js¦``` a`b¦<div>¦</div>¦<!-- c -->¦<!--¦-->¦<span>¦<span> x¦<script>¦</script>¦<?¦?>¦<table>¦<tr><td>a</td>¦</td>¦</table>¦<Foo>¦<Foo a>¦\\[x^2\\]¦\\[¦\\]¦\\[x\\]¦\\frac{1}{2}¦<!X¦>¦| a | b |¦|---|---|¦a | b¦--|--¦:-|¦|¦| a |¦[x]: /url¦[x]: /url "t"¦[x]:¦/url¦"title"¦"title¦[x]: <a b>¦[x¦y]: z¦[^b]: note¦$$¦$$ a $$¦$$ a¦b $$¦**Sage:** hi¦-¦1.¦2)¦\\¦    code¦\tcode¦`¦...¦key: v¦# c¦[!NOTE]'.split(
    '¦',
  );
const line = fc
  .tuple(
    fc.array(fc.constantFrom(...prefixes), { maxLength: 3 }),
    fc.constantFrom(...contents),
    fc.constantFrom('\n', '\n', '\n', '\n', '\r\n', '\r'),
  )
  .map(([prefix, content, end]) => prefix.join('') + content + end);
const markdown = fc
  .tuple(
    fc.constantFrom('', '', '', '---\n', '+++\na = 1\n+++\n', '{\n"a": 1\n}\n', '\ufeff'),
    fc.array(line, { maxLength: 30 }),
  )
  .map(([beginning, lines]) => beginning + lines.join(''));

describe('scanning lines (inline contract 1: fences, indented code, HTML, front matter, math)', () => {
  it('finds the same opaque lines as the Markdown parser', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        expect(byScanner(text)).toEqual(byParser(text));
      }),
      { numRuns: 1500 },
    );
  });

  it('finds the same outermost quotes as the Markdown parser', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        expect(quotesByScanner(text)).toEqual(quotesByParser(text));
      }),
      { numRuns: 1500 },
    );
  });

  it('scans hostile texts of many lines in linear time', () => {
    for (const unit of ['> ```\nlazy\n', '- a\n', '$$\n', '[a]: b "\n', '> > > a\nb\n', '<!--\n']) {
      expect(scanLines(unit.repeat(20_000)).bounds.count).toBe(
        20_000 * (unit.split('\n').length - 1),
      );
    }
  });
});

describe('the outline of a scan', () => {
  it('collects blocks, items and lists with their lines', () => {
    const text =
      'para\nmore\n\n- one\n  two\n- three\n\n  - deep\n\n```\ncode\n```\n> quote\n> ---\n';
    const outline = scanLines(text, { outline: true }).outline;
    expect(outline?.blocks.map(({ start, end, item }) => [start, end, item?.indent ?? 0])).toEqual([
      [0, 2, 0],
      [3, 5, 2],
      [5, 6, 2],
      [7, 8, 4],
      [9, 12, 0],
      [12, 14, 0],
    ]);
    expect(outline?.lists.map(({ start, end, tight }) => [start, end, tight])).toEqual([
      [3, 8, false],
      [7, 8, true],
    ]);
  });

  it('distinguishes tight lists from loose ones', () => {
    const tightness = (text: string): readonly boolean[] =>
      scanLines(text, { outline: true }).outline?.lists.map(({ tight }) => tight) ?? [];
    expect(tightness('- a\n- b\n\ntext')).toEqual([true]);
    expect(tightness('- a\n\n- b\n')).toEqual([false]);
    expect(tightness('- a\n\n  b\n- c\n')).toEqual([false]);
    expect(tightness('- a\n  > q\n  >\n  > r\n- b\n')).toEqual([true]);
    expect(tightness('- a\n  ```\n\n  ```\n- b\n')).toEqual([true]);
  });
});
