import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBlocks } from './block-changes.ts';
import { indexBlocks } from './markdown-it/blocks.ts';

const compare = (before: string, after: string) =>
  compareBlocks(indexBlocks(before), indexBlocks(after));

describe('what changed between two versions', () => {
  it('is nothing between a text and itself', () => {
    expect(compare('# A\n\ntext\n', '# A\n\ntext\n')).toEqual({ blocks: [], removed: [] });
  });

  it('is nothing where a paragraph is only broken into other lines, and only the words where it is both', () => {
    expect(compare('One two\nthree four.\n', 'One two three\nfour.\n').blocks).toEqual([]);
    const { blocks } = compare('One two\nthree four.\n', 'One two three\nfive.\n');
    expect(blocks).toMatchObject([
      { added: [{ start: 14, end: 18 }], removed: [{ at: 14, text: 'four' }] },
    ]);
    expect(compare('```\na\nb\n```\n', '```\na b\n```\n').blocks).toHaveLength(1);
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

  it('takes words with nothing but a space between them for one phrase', () => {
    const { blocks } = compare(
      'We drop the least recently used tenth.\n',
      'We drop the globally oldest entry tenth.\n',
    );
    expect(blocks).toEqual([
      {
        index: 1,
        change: 'changed',
        added: [{ start: 12, end: 33 }],
        removed: [{ at: 12, text: 'least recently used' }],
      },
    ]);
  });

  it('leaves the space after a phrase out', () => {
    const { blocks } = compare('A miss never waits.\n', 'A miss hardly ever waits.\n');
    expect(blocks).toMatchObject([
      { added: [{ start: 7, end: 18 }], removed: [{ at: 7, text: 'never' }] },
    ]);
  });

  it('keeps changes on two lines of code apart', () => {
    const { blocks } = compare('```\nlet a\nlet b\n```\n', '```\nlet x\nlet y\n```\n');
    expect(blocks[0]?.removed).toEqual([
      { at: 4, text: 'a' },
      { at: 10, text: 'b' },
    ]);
  });

  it('gives the former text back, where what came is taken out and what went is put in', () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma', ',', '(', ' ');
    const text = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [old] = indexBlocks(before);
        const [block] = indexBlocks(after);
        const [changed] = compareBlocks(old ? [old] : [], block ? [block] : []).blocks;
        if (!old || !block || changed?.change !== 'changed') return;
        let former = '';
        for (let at = 0; at <= block.text.length; at++) {
          former += changed.removed.find((words) => words.at === at)?.text ?? '';
          const isNew = changed.added.some(({ start, end }) => start <= at && at < end);
          if (!isNew) former += block.text[at] ?? '';
        }
        expect(former).toBe(old.text);
      }),
    );
  });

  it('tells the level of a heading that is gone', () => {
    const { removed } = compare('### Old part\n\ntext\n', 'text\n');
    expect(removed).toEqual([{ before: 1, text: 'Old part', kind: 'heading', level: 3 }]);
  });

  it('tells new blocks from changed ones, and where a removed one stood', () => {
    const { blocks, removed } = compare(
      '# A\n\nold words here\n\nlast\n',
      '# A\n\nlast\n\nquite another thing\n',
    );
    expect(blocks).toMatchObject([{ index: 3, change: 'added' }]);
    expect(removed).toEqual([{ before: 2, text: 'old words here', kind: 'paragraph' }]);
  });

  it('compares long texts without anything in common in a moment', () => {
    const long = (word: string) =>
      Array.from({ length: 1500 }, (_, at) => `${word}${at} ${word}${at + 1}\n`).join('\n');
    const { blocks, removed } = compare(long('a'), long('b'));
    expect([blocks.length, removed.length]).toEqual([1500, 1500]);
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
