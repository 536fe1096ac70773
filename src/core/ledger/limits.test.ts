import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Bytes } from './limits.ts';

describe('utf8Bytes', () => {
  it('counts what an encoder writes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });
});
