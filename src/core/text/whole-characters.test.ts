import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginningOf, cutAfter, cutBefore, shortened } from './whole-characters.ts';

const characters = [
  'a',
  ' ',
  '\r\n',
  'é',
  'e\u0301',
  'n\u0303\u0323',
  '👍',
  '👍🏽',
  '❤️',
  '1️⃣',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🇨🇭',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  '한',
  '\u1112\u1161\u11ab',
  'க்ஷி',
  'ก็',
  '漢',
  '葛\u{e0100}',
  'ش',
  '😀',
];

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const boundariesOf = (text: string): readonly number[] => [
  ...[...segmenter.segment(text)].map(({ index }) => index),
  text.length,
];

describe('safety 7, where a text is cut', () => {
  it.each(characters)('is beside %j, never inside, at each offset', (character) => {
    const text = `ab${character}${character}yz`;
    const boundaries = boundariesOf(text);
    for (let offset = 0; offset <= text.length; offset++) {
      expect(cutBefore(text, offset)).toBe(boundaries.findLast((place) => place <= offset));
      expect(cutAfter(text, offset)).toBe(boundaries.find((place) => place >= offset));
    }
  });

  it('is a boundary of characters in any text', () => {
    const texts = fc
      .array(fc.oneof(fc.constantFrom(...characters), fc.string({ unit: 'grapheme' })), {
        maxLength: 30,
      })
      .map((parts) => `.${parts.join('')}.`);
    fc.assert(
      fc.property(texts, fc.nat(200), (text, at) => {
        const offset = Math.min(at, text.length);
        const boundaries = boundariesOf(text);
        expect(cutBefore(text, offset)).toBe(boundaries.findLast((place) => place <= offset));
        expect(cutAfter(text, offset)).toBe(boundaries.find((place) => place >= offset));
      }),
      { numRuns: 500 },
    );
  });

  it('leaves well-formed texts well-formed, also inside of a character without an end', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, limit) => {
        const short = shortened(text, limit + 1);
        expect(short).not.toMatch(/[\ud800-\udfff]/u);
        expect([...short].length).toBeLessThanOrEqual(limit + 1);
      }),
    );
    const endless = `\u{1f468}${'\u0301'.repeat(5000)}`;
    expect([...beginningOf(endless, 80)]).toHaveLength(80);
    expect(beginningOf(endless, 1)).toBe('\u{1f468}');
  });

  it('marks what is missing', () => {
    expect(shortened('short', 5)).toBe('short');
    expect(shortened('a word', 3)).toBe('a…');
    expect(shortened('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 10)).toBe('👩‍👩‍👧‍👦…');
  });

  it('looks at the neighbourhood alone', () => {
    const long = '👩‍👩‍👧‍👦'.repeat(100_000);
    let sum = 0;
    for (let offset = 0; offset < long.length; offset += 1000) sum += cutBefore(long, offset);
    expect(sum % 11).toBe(0);
  });
});
