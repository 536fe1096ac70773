import { describe, expect, it } from 'vitest';
import type { BlockChanges } from '../../core/document/block-changes.ts';
import { changeStops, countChanges, countLabel } from './change-stops.ts';

const changed = (index: number, change: 'added' | 'changed' = 'changed') => ({
  index,
  change,
  added: [],
  removed: [],
});
const gone = (before: number) => ({ before, text: 'gone', kind: 'paragraph' as const });

const stopsOf = (changes: Partial<BlockChanges>, headings: readonly number[] = []) =>
  changeStops({ blocks: [], removed: [], ...changes }, new Set(headings)).map(
    ({ blocks, removed }) => ({ blocks, removed }),
  );

describe('places to look at', () => {
  it('are changes that touch each other', () => {
    expect(stopsOf({ blocks: [changed(2), changed(3), changed(5)] })).toEqual([
      { blocks: [2, 3], removed: [] },
      { blocks: [5], removed: [] },
    ]);
  });

  it('begin anew at a heading, so that each lies in one section', () => {
    expect(stopsOf({ blocks: [changed(2), changed(3), changed(4)] }, [3])).toEqual([
      { blocks: [2], removed: [] },
      { blocks: [3, 4], removed: [] },
    ]);
  });

  it('take in what is gone before, between and behind', () => {
    const removed = [gone(2), gone(3), gone(4)];
    expect(stopsOf({ blocks: [changed(2), changed(3)], removed })).toEqual([
      { blocks: [2, 3], removed: [0, 1, 2] },
    ]);
  });

  it('are there for what is gone alone, and apart from what has not changed', () => {
    expect(stopsOf({ blocks: [changed(4)], removed: [gone(2), gone(2), gone(9)] })).toEqual([
      { blocks: [], removed: [0, 1] },
      { blocks: [4], removed: [] },
      { blocks: [], removed: [2] },
    ]);
  });

  it('put what is gone with the new heading that stands in its place', () => {
    expect(stopsOf({ blocks: [changed(3, 'added')], removed: [gone(3)] }, [3])).toEqual([
      { blocks: [3], removed: [0] },
    ]);
  });
});

describe('counts of changes', () => {
  it('are told in words, without what there is none of', () => {
    const changes = { blocks: [changed(1), changed(2, 'added'), changed(3)], removed: [] };
    expect(countLabel(countChanges(changes))).toBe('1 new, 2 changed');
    expect(countLabel(countChanges({ blocks: [], removed: [gone(1)] }))).toBe('1 removed');
  });
});
