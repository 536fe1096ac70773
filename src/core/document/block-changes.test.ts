import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBlocks } from './block-changes.ts';
import { indexBlocks } from './blocks.ts';

const compare = (before: string, after: string) =>
  compareBlocks(indexBlocks(before), indexBlocks(after));

describe('what changed between two versions', () => {
  it('is nothing between a text and itself', () => {
    expect(compare('# A\n\ntext\n', '# A\n\ntext\n')).toEqual({ blocks: [], removed: [] });
  });

  it('shows the words of a changed paragraph that came and went', () => {
    const { blocks, removed } = compare(
      'We drop the least recently used tenth.\n',
      'We drop the globally oldest tenth.\n',
    );
    expect(removed).toEqual([]);
    expect(blocks).toHaveLength(1);
    expect(blocks[0]).toMatchObject({ index: 1, change: 'changed' });
    const text = 'We drop the globally oldest tenth.';
    expect(blocks[0]?.added.map(({ start, end }) => text.slice(start, end)).join('')).toContain(
      'globally',
    );
    expect(blocks[0]?.removed.map((words) => words.text).join('')).toContain('least');
  });

  it('tells new blocks from changed ones, and where a removed one stood', () => {
    const { blocks, removed } = compare(
      '# A\n\nold words here\n\nlast\n',
      '# A\n\nlast\n\nquite another thing\n',
    );
    expect(blocks).toMatchObject([{ index: 3, change: 'added' }]);
    expect(removed).toEqual([{ before: 2, text: 'old words here', kind: 'paragraph' }]);
  });

  it('keeps every range within its block for any two texts', () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma', '*delta*', '\n\n', '\n- ', ' ', '# ');
    const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const blocks = indexBlocks(after);
        const changes = compareBlocks(indexBlocks(before), blocks);
        for (const { index, added, removed } of changes.blocks) {
          const { length } = blocks[index - 1]?.text ?? '';
          for (const { start, end } of added) expect(start < end || length === 0).toBe(true);
          for (const { end } of added) expect(end).toBeLessThanOrEqual(length);
          for (const { at } of removed) expect(at).toBeLessThanOrEqual(length);
        }
        for (const { before: at } of changes.removed) {
          expect(at).toBeGreaterThanOrEqual(1);
          expect(at).toBeLessThanOrEqual(blocks.length + 1);
        }
      }),
    );
  });
});
