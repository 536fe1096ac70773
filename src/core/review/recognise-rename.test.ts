import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isTellinglySame,
  likenessOfTexts,
  type RenameClues,
  recogniseRename,
} from './recognise-rename.ts';

const renamedTo = (path: string) => ({ kind: 'renamed', path });

describe('a rename (anchoring contract)', () => {
  it('is what the strongest evidence says, and nothing without any', () => {
    const likely: RenameClues = { path: 'like.md', likeness: 0.9 };
    const text: RenameClues = { path: 'text.md', isSameText: true, likeness: 1 };
    const git: RenameClues = { path: 'git.md', gitSays: true };
    const file: RenameClues = { path: 'file.md', isSameFile: true };
    expect(recogniseRename([])).toEqual({ kind: 'none' });
    expect(recogniseRename([{ path: 'a.md', likeness: 0.79 }])).toEqual({ kind: 'none' });
    expect(recogniseRename([likely])).toEqual(renamedTo('like.md'));
    expect(recogniseRename([likely, text])).toEqual(renamedTo('text.md'));
    expect(recogniseRename([text, git])).toEqual(renamedTo('git.md'));
    expect(recogniseRename([text, git, file])).toEqual(renamedTo('file.md'));
  });

  it('is unclear when the evidence speaks for two', () => {
    for (const clue of [{ isSameFile: true }, { gitSays: true }, { isSameText: true }]) {
      const two = ['a.md', 'b.md'].map((path) => ({ path, ...clue }));
      expect(recogniseRename(two)).toEqual({ kind: 'unclear', paths: ['a.md', 'b.md'] });
    }
  });

  it('is unclear when one text is very like and another one somewhat', () => {
    const like = (path: string, likeness: number) => ({ path, likeness });
    expect(recogniseRename([like('a', 0.9), like('b', 0.6)])).toMatchObject({ kind: 'unclear' });
    expect(recogniseRename([like('a', 0.9), like('b', 0.5)])).toEqual(renamedTo('a'));
  });
});

describe('the likeness of texts', () => {
  const text = fc
    .array(fc.string({ maxLength: 12 }), { maxLength: 12 })
    .map((all) => all.join('\n'));

  it('is the same both ways, within 0 and 1, and 1 for a text and itself', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const likeness = likenessOfTexts(one, other);
        expect(likeness).toBe(likenessOfTexts(other, one));
        expect(likeness).toBeGreaterThanOrEqual(0);
        expect(likeness).toBeLessThanOrEqual(1);
        expect(likenessOfTexts(one, one)).toBe(one.trim() === '' ? 0 : 1);
      }),
    );
  });

  it('counts equal lines wherever they stand, by their length', () => {
    expect(likenessOfTexts('one\ntwo\nthree', 'three\r\n\r\n  one\ntwo')).toBe(1);
    expect(likenessOfTexts('abcd\nxy', 'abcd\nzz')).toBe(8 / 12);
    expect(likenessOfTexts('a\na\na', 'a')).toBe(0.5);
  });

  it('of short texts proves nothing, even when they are the same', () => {
    expect(isTellinglySame('# Notes\n', '# Notes\n')).toBe(false);
    expect(isTellinglySame('# Notes of today\n', '# Notes of today\n')).toBe(true);
    expect(isTellinglySame('# Notes of today\n', '# Notes of today')).toBe(false);
  });
});
