import fc from 'fast-check';
import { expect } from 'vitest';
import { jsonLine } from './json-line.ts';
import { showInvisible } from './visible-escapes.ts';

const sequences = [
  '\u001b[2J',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://x\u001b\\',
  '\u001bP$q\u001b\\',
  '\u009b31m',
  '\u009d52;c;QQ==\u009c',
  '\r',
  '\b\b',
  '\u202e',
  '\u2067',
  '\u200b',
  '\u200d',
  '\ufe0f',
  '\ufeff',
  '\u{e0061}',
  '\u{e007f}',
  '🏴',
  '👩',
  'می',
  '\u200f',
  '\ud83d',
  '\udc00',
];

/** Texts as a hostile file, name or message may hold them. */
const terminalTexts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...sequences),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.string({ maxLength: 6 }),
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

/** Whatever a text holds: nothing of it steers or hides, nothing is lost, and JSON stays the same value. */
export function terminalTextLaws({ numRuns }: { readonly numRuns: number }): void {
  fc.assert(
    fc.property(terminalTexts, (text) => {
      const shown = showInvisible(text);
      expect(shown).not.toMatch(
        /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2060-\u206f]|\r(?!\n)|[\ud800-\udfff]/u,
      );
      expect(showInvisible(shown)).toBe(shown);
      const readBack = shown.replace(/\\u([0-9a-f]{4})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      );
      if (!text.includes('\\u')) expect(readBack).toBe(text);
      const line = jsonLine({ [text]: [text] });
      expect(line).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      const whole = text.replace(/[\ud800-\udfff]/gu, '\ufffd');
      expect(JSON.parse(line)).toEqual({ [whole]: [whole] });
    }),
    { numRuns },
  );
}
