import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchPhrases, searchWords } from './search-words.ts';

describe('searchWords', () => {
  it.each([
    ['The café, again: CAFÉ!', ['the', 'cafe', 'again', 'cafe']],
    ['user_id=42 (v1.2)', ['user', 'id', '42', 'v1', '2']],
    ['数据库 and ひらがな', ['数', '据', '库', 'and', 'ひ', 'ら', 'か', 'な']],
    ['한국어 검색', '한국어 검색'.normalize('NFKD').split(' ')],
    ['ﬁne ①', ['fine', '1']],
    ['… "*" AND', ['and']],
    ['', []],
  ])('reads %j', (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });

  it('gives words of letters and digits alone, which are their own words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = searchWords(text);
        expect(words.every((word) => /^[\p{L}\p{N}]+$/u.test(word))).toBe(true);
        expect(searchWords(words.join(' '))).toEqual(words);
      }),
    );
  });
});

describe('searchPhrases', () => {
  it('keeps together what stands between spaces', () => {
    expect(searchPhrases(' sqlite-based  数据库 ! ')).toEqual([
      ['sqlite', 'based'],
      ['数', '据', '库'],
    ]);
  });
});
