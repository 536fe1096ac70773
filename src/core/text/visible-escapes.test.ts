import { describe, expect, it } from 'vitest';
import { terminalTextLaws } from './terminal-text.contract.ts';
import { showInvisible } from './visible-escapes.ts';

describe('safety 6, what a terminal shows', () => {
  it.each([
    ['a sequence that steers a terminal', 'a\u001b[31mred', 'a\\u001b[31mred'],
    ['a C1 introducer', 'a\u009b31mred', 'a\\u009b31mred'],
    ['a bell, a delete and a backspace', '\u0007\u007f\b', '\\u0007\\u007f\\u0008'],
    ['a return that overwrites its line', 'safe\rrm -rf', 'safe\\u000drm -rf'],
    ['line and paragraph separators', 'a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\u0085d'],
    ['text whose direction is turned', 'a\u202egpj.exe', 'a\\u202egpj.exe'],
    ['isolates', '\u2066a\u2069', '\\u2066a\\u2069'],
    [
      'letters that nobody sees',
      'a\u200bb\u2060c\u00add\u3164e',
      'a\\u200bb\\u2060c\\u00add\\u3164e',
    ],
    ['a mark of byte order inside', 'a\ufeffb', 'a\\ufeffb'],
    ['a joiner behind what is itself unseen', 'a\ufe0f\u200d👩', 'a\\ufe0f\\u200d👩'],
    ['joiners where nothing joins', 'a\u200db\u200cc', 'a\\u200db\\u200cc'],
    ['tags without a flag', 'a\u{e0041}', 'a\\udb40\\udc41'],
    [
      'a flag that does not end',
      '\u{1f3f4}\u{e0067}\u{e0062}',
      '\u{1f3f4}\\udb40\\udc67\\udb40\\udc62',
    ],
    ['a second variation selector', '❤\ufe0f\ufe0f', '❤\ufe0f\\ufe0f'],
    ['a selector behind a letter', 'a\ufe0f\u{e0100}', 'a\\ufe0f\\udb40\\udd00'],
    ['direction marks in a row', 'a\u200e\u200fb', 'a\\u200e\\u200fb'],
    ['half a character', 'a\ud83d', 'a\\ud83d'],
  ])('has %s as escapes', (_, text, shown) => {
    expect(showInvisible(text)).toBe(shown);
  });

  it.each([
    ['lines, tabs and line ends of Windows', 'a\tb\r\nc\n'],
    ['a family of emoji', '👩‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍🚀 ❤️ ☎︎'],
    ['key caps', '1️⃣ #️⃣'],
    ['flags', '🇨🇭 \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['Persian with its joiner', 'می‌خواهم'],
    ['Sinhala and Malayalam conjuncts', 'ශ්‍රී ന്‍'],
    ['variants of ideographs and signs', '葛\u{e0100} ∩\ufe00'],
    ['Mongolian selectors', 'ᠠ᠋'],
    ['a direction mark alone', 'שלום\u200e!'],
    ['combining marks', 'e\u0301 n\u0303'],
    ['a mark of byte order at the beginning', '\ufeff# Title'],
  ])('has %s as they are', (_, text) => {
    expect(showInvisible(text)).toBe(text);
  });

  it('keeps the laws of generated terminal texts', () => {
    terminalTextLaws({ numRuns: 300 });
  });

  it('needs one look at a text, however long', () => {
    const long = 'é\u200b'.repeat(200_000);
    expect(showInvisible(long)).toHaveLength(200_000 * 7);
  });
});
