import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../document/markdown-it/blocks.ts';
import { inlineThreadsForReview } from './review-threads.ts';

const text = [
  'A paragraph.',
  '',
  '> **Sage:** answered',
  '>> **Bob:** yes',
  '',
  '- item',
  '  > **Ann [RESOLVED]:** marked',
  '- other',
  '',
  '> **Una:** unknown',
  '',
  '> **Kim:** known',
  '',
  '1. > **Sage:** with the item',
  '   >> **Bob:** yes',
  '',
].join('\n');

describe('discussions in a review (inline contract 5)', () => {
  const { threads, excludedLines } = inlineThreadsForReview(text, { known: ['kim'] });

  it('lifts threads with a reply, a marker or a known speaker, and leaves other lone roots in the text', () => {
    expect(
      threads.map(({ thread, lifted, anchorLine }) => [thread.id, lifted, anchorLine]),
    ).toEqual([
      ['T-001', true, 1],
      ['T-002', true, 6],
      ['T-003', false, 8],
      ['T-004', true, 8],
      ['T-005', false, 8],
    ]);
  });

  it('returns the excluded lines', () => {
    expect(excludedLines).toEqual([
      { lineStart: 3, lineEnd: 4 },
      { lineStart: 7, lineEnd: 7 },
      { lineStart: 12, lineEnd: 12 },
    ]);
    const { blocks } = parseMarkdown(text, { excludedLines });
    expect(blocks.map((block) => block.text)).toEqual([
      'A paragraph.',
      'item',
      'other',
      'Una: unknown',
      'Sage: with the item\nBob: yes',
    ]);
  });

  it('anchors each thread on a block', () => {
    const { blocks } = parseMarkdown(text, { excludedLines });
    for (const { anchorLine } of threads) {
      expect(
        blocks.some(({ lineStart, lineEnd }) => lineStart <= anchorLine && anchorLine <= lineEnd),
      ).toBe(true);
    }
  });
});
