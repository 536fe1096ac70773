import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeShareBound, sameLetters, tellingShareIn } from './telling.ts';

const text = fc
  .array(fc.constantFrom('the', 'of', 'importer', 'rows', 'w1', '-', '`x`', '的'), {
    maxLength: 12,
  })
  .map((all) => all.join(' '));

describe('what tells a text from others', () => {
  it('counts long words more than short ones, and each as often as it stands there', () => {
    expect(tellingShareIn('the importer', 'an importer')).toBe(8 / 11);
    expect(tellingShareIn('rows rows', 'rows')).toBe(0.5);
    expect(tellingShareIn('— …', 'other')).toBe(1);
  });

  it('is never more in a part of a text than the bound says of the whole', () => {
    fc.assert(
      fc.property(text, text, fc.nat(40), fc.nat(40), (...[one, other, from, length]) => {
        const part = other.slice(from, from + length);
        expect(tellingShareIn(one, part)).toBeLessThanOrEqual(makeShareBound(one)(other) + 1e-9);
      }),
    );
  });

  it('knows texts of the same letters whatever marks stand between them', () => {
    expect(sameLetters('**Read** it.', 'Read: it')).toBe(true);
    expect(sameLetters('…', '…')).toBe(false);
  });
});
