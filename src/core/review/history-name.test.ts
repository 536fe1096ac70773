import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historyName } from './history-name.ts';

describe('review contract 7: the name of a history folder', () => {
  it.each([
    ['plan.md', 'plan'],
    ['plan.v2.md', 'plan.v2'],
    ['README', 'README'],
    ['.md', '.md'],
    ['review:plan.md', 'review_plan'],
    ['my plan (1).md', 'my_plan__1_'],
    ['größe.md', 'gr__e'],
    ['計画🙂.md', '___'],
    ['a_b-c.d.patch', 'a_b-c.d'],
    ['...md', '__'],
    ['....', '___'],
    ['a\nb.md', 'a_b'],
    ['', 'unnamed'],
  ])('of the file %j is %s', (name, expected) => {
    expect(historyName({ kind: 'file', name })).toBe(expected);
  });

  it('of everything else is fixed', () => {
    expect(historyName({ kind: 'stdin' })).toBe('unnamed');
    expect(historyName({ kind: 'diff' })).toBe('diff');
    expect(historyName({ kind: 'several', files: 3 })).toBe('multi-3-files');
  });

  it('never leads anywhere else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const segment = historyName({ kind: 'file', name });
        expect(segment).toMatch(/^[A-Za-z0-9._-]+$/);
        expect(segment).not.toMatch(/^\.{1,2}$/);
      }),
    );
  });
});
