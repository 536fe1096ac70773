import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readName } from '../cli/settings/setting-keys.ts';
import { speakerName } from './client-name.ts';

it('a client speaks under its name, made into one line of at most 80 characters', () => {
  expect(speakerName('claude-code')).toBe('claude-code');
  expect(speakerName('  Ada\n**Sage**\u0000:\u202e x ')).toBe('Ada Sage : x');
  for (const nobody of ['', ' ', '***', '\n', '::', '\ud800', undefined, 7, {}])
    expect(speakerName(nobody)).toBe('Agent');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
      const name = speakerName(given);
      expect(readName(name)).toBe(name);
      expect(name).not.toMatch(/\p{Cs}/u);
    }),
  );
});
