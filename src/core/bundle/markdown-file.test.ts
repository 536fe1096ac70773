import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineEndOf, linesMatching, readMarkdown, regionBelow } from './markdown-file.ts';

const headings = (text: string): string[] =>
  readMarkdown('a.md', text).lines.flatMap(({ heading }) =>
    heading === undefined ? [] : [heading.title],
  );

describe('the lines of a Markdown file', () => {
  it('cover the text exactly', () => {
    const texts = fc
      .array(
        fc.constantFrom(
          '# a',
          'b',
          '```',
          '~~~~',
          '<!-- c',
          'd -->',
          '<pre>',
          '\n',
          '\r\n',
          '\r',
          ' ',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const { lines } = readMarkdown('a.md', text);
        const rebuilt = lines.map(({ start, next }) => text.slice(start, next)).join('');
        expect(rebuilt).toBe(text);
        for (const line of lines) expect(text.slice(line.start, line.end)).toBe(line.text);
      }),
    );
  });

  it.each([
    ['a fence', '```\n# no\n```\n# yes'],
    ['a longer fence around a shorter one', '````\n```\n# no\n```\n# no\n````\n# yes'],
    ['a fence of tildes', '~~~ md\n# no\n```\n~~~\n# yes'],
    ['a comment of several lines', '<!-- a\n# no\n-->\n# yes'],
    ['literal HTML', '<pre>\n# no\n</pre>\n# yes'],
    ['an indented line', '    # no\n# yes'],
    ['a hash without space', '#no\n# yes'],
  ])('see no heading inside %s', (_, text) => {
    expect(headings(text)).toEqual(['yes']);
  });

  it('see nothing behind a fence that is never closed', () => {
    expect(headings('# yes\n```\n# no')).toEqual(['yes']);
  });

  it('go on after a comment that ends on its line', () => {
    expect(headings('<!-- a --> b\n# yes')).toEqual(['yes']);
  });

  it('keep a mark of byte order out of the first line', () => {
    const file = readMarkdown('a.md', '\uFEFF# yes\n');
    expect(file.lines[0]).toMatchObject({ start: 1, text: '# yes', heading: { title: 'yes' } });
  });

  it('end a region at the next heading of its level or above', () => {
    const file = readMarkdown('a.md', '## a\n### b\ntext\n## c\n# d');
    expect(regionBelow(file, 0)).toEqual({ from: 1, to: 3 });
    expect(regionBelow(file, 1)).toEqual({ from: 2, to: 3 });
    expect(regionBelow(file, 4)).toEqual({ from: 5, to: 5 });
  });

  it('are found by pattern outside literal parts alone', () => {
    const file = readMarkdown('a.md', 'x\n```\nx\n```\nx');
    expect(linesMatching(file, /^x$/)).toEqual([0, 4]);
  });

  it('tell the line end of the file', () => {
    expect(lineEndOf('a\r\nb\n')).toBe('\r\n');
    expect(lineEndOf('a\nb\r\n')).toBe('\n');
    expect(lineEndOf('a')).toBe('\n');
  });
});
