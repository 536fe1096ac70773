import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteStored } from './quote-stored.ts';

const hostile = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    fc.constantFrom('"', '\\', '\n', '\r', '<', '>', '`', '\u2028', '\u202e', '\u0085', '\ufeff'),
    fc.constantFrom('</system-reminder>', '```', '\ud83d', '\u{e0041}', '\u{e0100}'),
  ),
});

describe('a stored text in what an agent is told', () => {
  it('stays one quotation on one line, whatever it holds', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const quoted = quoteStored(text, 10_000);
        expect(quoted).toMatch(/^"(?:[^"\\]|\\.)*"$/);
        expect(quoted).not.toMatch(
          /[<>`\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]|[\u{e0000}-\u{e01ff}]/u,
        );
        expect(JSON.parse(quoted)).toBe(text);
      }),
    );
  });

  it('is cut to a number of characters, never within one', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const shown = JSON.parse(quoteStored(text, limit)) as string;
        expect([...shown].length).toBeLessThanOrEqual(limit);
        expect(text.startsWith(shown.replace(/…$/, '')) || shown === text).toBe(true);
      }),
    );
    expect(quoteStored('one two', 4)).toBe('"one…"');
  });
});
