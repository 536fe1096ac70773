import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asOneLine, asQuote, fromOneLine, fromQuote, withPlainBreaks } from './inert-text.ts';

const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '<!--',
        '-->',
        '&lt;!--',
        '&amp;',
        '\n',
        '\r\n',
        '# ',
        '- Status: x',
        '```',
        '> ',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('words on one line', () => {
  it('come back as they were, apart from spaces', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const line = asOneLine(text);
        expect(line).not.toMatch(/[\r\n]|<!--/);
        expect(asOneLine(fromOneLine(line))).toBe(line);
        const spaced = (words: string): string =>
          withPlainBreaks(words).replace(/\s+/gu, ' ').trim();
        expect(fromOneLine(line)).toBe(spaced(text));
      }),
    );
  });

  it('cannot open a comment', () => {
    expect(asOneLine('a <!-- workflow-record -->')).toBe('a &lt;!-- workflow-record -->');
    expect(fromOneLine('a &amp;lt;!-- b')).toBe('a &lt;!-- b');
  });
});

describe('words as a quote', () => {
  it('come back with plain line breaks', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const lines = asQuote(text);
        for (const line of lines) expect(line).toMatch(/^>(?: [^\r\n]*)?$/);
        expect(lines.join('\n')).not.toContain('<!--');
        expect(fromQuote(lines.map((line) => `  ${line}`))).toBe(withPlainBreaks(text));
      }),
    );
  });

  it('keep the lines and the spaces inside them', () => {
    expect(asQuote('one\r\n\r\n  two')).toEqual(['> one', '>', '>   two']);
    expect(fromQuote(['> one', '>', '>   two'])).toBe('one\n\n  two');
  });
});
