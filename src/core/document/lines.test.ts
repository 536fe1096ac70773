import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexLines, indexPatchLines } from './lines.ts';

describe('lines of a text', () => {
  it('end with LF, CRLF or CR and nothing else', () => {
    const text = 'a\nb\r\nc\rd\u2028e\u000bf\u000cg\u0085h';
    const lines = indexLines(text);
    const all = Array.from({ length: lines.count }, (_, index) => lines.text(index + 1));
    expect(all).toEqual(['a', 'b', 'c', 'd\u2028e\u000bf\u000cg\u0085h']);
  });

  it.each<[text: string, count: number]>([
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\n\n', 2],
    ['\n', 1],
    ['a\r\n\r\nb', 3],
  ])('are as many as line ends, and one more if the last is not empty: %j', (text, count) => {
    expect(indexLines(text).count).toBe(count);
  });

  it('of a patch end with LF alone', () => {
    expect(indexPatchLines('a\rb\r\nc\n').text(1)).toBe('a\rb\r');
  });

  it('hold each of their characters', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\u2028') });
    return fc.assert(
      fc.property(text, (any) => {
        const lines = indexLines(any);
        for (let offset = 0; offset < any.length; offset++) {
          const line = lines.lineAt(offset);
          expect(lines.start(line)).toBeLessThanOrEqual(offset);
          expect(lines.start(line + 1)).toBeGreaterThan(offset);
        }
        expect(lines.lineAt(any.length)).toBe(Math.max(1, lines.count));
      }),
    );
  });
});
