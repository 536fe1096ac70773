import { describe, expect, it } from 'vitest';
import { isSameSpot, type PageAnchor } from './page-anchor.ts';

const block: PageAnchor = { fileId: 'f-1', anchorStart: 2, anchorEnd: 2, snippet: 'Entries live' };
const quote = { exact: 'Entries live', prefix: '', suffix: ' five minutes' };

describe('one spot', () => {
  it('is a block, whether its quote is known yet or not', () => {
    expect(isSameSpot(block, { ...block, quote })).toBe(true);
    expect(isSameSpot(block, { ...block, anchorStart: 3, anchorEnd: 3 })).toBe(false);
  });

  it('is a phrase of the same words, and neither its block nor another phrase', () => {
    const phrase: PageAnchor = { ...block, quote, range: { startOffset: 0, endOffset: 12 } };
    expect(isSameSpot(phrase, { ...phrase, quote: { ...quote, exact: 'Entries\nlive' } })).toBe(
      true,
    );
    expect(isSameSpot(phrase, block)).toBe(false);
    expect(isSameSpot(phrase, { ...phrase, quote: { ...quote, exact: 'live' } })).toBe(false);
  });

  it('is a stretch of lines, told from the whole block', () => {
    const lines = { ...block, lineRange: { start: 1, end: 2 } };
    expect(isSameSpot(lines, { ...lines, quote })).toBe(true);
    expect(isSameSpot(lines, block)).toBe(false);
  });
});
