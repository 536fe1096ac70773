import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasSameLetters, makeSharedWeightBound, sharedWeight } from './word-weight.ts';

const textArbitrary = fc
  .array(fc.constantFrom('the', 'of', 'importer', 'rows', 'w1', '-', '`x`', '的'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(' '));

describe('the weight of shared words', () => {
  it('is larger for long words, and counts each word as often as it occurs in the candidate', () => {
    expect(sharedWeight('the importer', 'an importer')).toBe(8 / 11);
    expect(sharedWeight('rows rows', 'rows')).toBe(0.5);
    expect(sharedWeight('— …', 'other')).toBe(1);
  });

  it('is never larger for a part of a candidate than the bound of the whole candidate', () => {
    fc.assert(
      fc.property(
        textArbitrary,
        textArbitrary,
        fc.nat(40),
        fc.nat(40),
        (...[text, candidate, from, length]) => {
          const part = candidate.slice(from, from + length);
          expect(sharedWeight(text, part)).toBeLessThanOrEqual(
            makeSharedWeightBound(text)(candidate) + 1e-9,
          );
        },
      ),
    );
  });

  it('hasSameLetters ignores the marks between letters', () => {
    expect(hasSameLetters('**Read** it.', 'Read: it')).toBe(true);
    expect(hasSameLetters('…', '…')).toBe(false);
  });
});
