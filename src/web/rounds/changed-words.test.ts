import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBlocks } from '../../core/document/block-changes.ts';
import { indexBlocks } from '../../core/document/markdown-it/blocks.ts';
import type { PageAnchor } from '../state/page-anchor.ts';
import { changeUnder, piecesIn } from './changed-words.ts';

const block = (anchorStart: number, more: Partial<PageAnchor> = {}): PageAnchor => ({
  fileId: 'f-1',
  anchorStart,
  anchorEnd: anchorStart,
  snippet: '',
  ...more,
});

function under(before: string, after: string, anchor: PageAnchor) {
  const blocks = indexBlocks(after);
  const changes = compareBlocks(indexBlocks(before), blocks);
  const found = changeUnder(anchor, changes, (number) => blocks[number - 1]?.text);
  return found && { isNew: found.isNew, words: found.pieces.map(({ kind, text }) => [kind, text]) };
}

const passage = (text: string, exact: string, number = 1): PageAnchor => {
  const startOffset = text.indexOf(exact);
  return block(number, { range: { startOffset, endOffset: startOffset + exact.length } });
};

describe('what changed under a place', () => {
  const before = 'We drop the least recently used tenth of all entries.';
  const after = 'We drop the globally oldest tenth of all items.';

  it('is nothing where the text is the same, or changed elsewhere', () => {
    expect(under(before, before, block(1))).toBeNull();
    expect(under(before, after, passage(after, 'tenth of all'))).toBeNull();
    expect(under('# A\n\none', '# A\n\ntwo', block(1))).toBeNull();
  });

  it('is the old words and the new of a passage that was rewritten', () => {
    expect(under(before, after, passage(after, 'globally oldest'))).toEqual({
      isNew: false,
      words: [
        ['went', 'least recently used'],
        ['came', 'globally oldest'],
      ],
    });
  });

  it('leaves out what went beside a passage and not in it', () => {
    const shorter = before.replace(' of all entries', '');
    expect(under(before, shorter, passage(shorter, 'used tenth'))).toBeNull();
    const later = before.replace('We drop', 'Drop');
    expect(under(before, later, passage(later, 'the least'))).toBeNull();
  });

  it('keeps a few words around the changes of a long block', () => {
    const long = `${'So it begins and goes on. '.repeat(6)}Five minutes. ${'And then it ends. '.repeat(6)}`;
    const words = under(long, long.replace('Five', 'Six'), block(1))?.words;
    expect(words?.map(([kind]) => kind)).toEqual(['same', 'went', 'came', 'same']);
    expect(words?.map(([, text]) => text).join('').length).toBeLessThan(70);
  });

  it('is told of the lines that are meant, and of no others', () => {
    const code = '```\nlet a\nlet b\nlet c\n```\n';
    const edited = code.replace('let b', 'let bee');
    expect(
      under(code, edited, block(1, { lineRange: { start: 2, end: 2 } }))?.words,
    ).toContainEqual(['came', 'bee']);
    expect(under(code, edited, block(1, { lineRange: { start: 3, end: 3 } }))).toBeNull();
  });

  it('is that all of it is new, where no previous text is known', () => {
    expect(under('# A\n', '# A\n\nQuite another thing.\n', block(2))).toEqual({
      isNew: true,
      words: [],
    });
  });

  it('shows the previous and the present text of a whole block, for any two texts', () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', ',');
    const text = fc.array(word, { minLength: 3, maxLength: 20 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [now] = indexBlocks(other);
        const [change] = compareBlocks(indexBlocks(one), indexBlocks(other)).blocks;
        if (change?.change !== 'changed' || !now) return;
        const pieces = piecesIn(change, now.text, { start: 0, end: now.text.length });
        const side = (left: 'came' | 'went') =>
          pieces
            .filter(({ kind }) => kind !== left)
            .map((piece) => piece.text)
            .join('');
        expect(side('went')).toBe(now.text);
        expect(side('came')).toBe(indexBlocks(one)[0]?.text);
      }),
    );
  });
});
