import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../document/markdown-it/blocks.ts';
import { isRefusal } from '../refusal.ts';
import { createAnchor } from './create-anchor.ts';
import { makeAnchorPlacer } from './place-anchor.ts';

const before = '# Title\n\n- outer\n  - first\n  - second\n- next\n\nThe end.\n';
const moved = before.replace('- outer', 'A paragraph.\n\n- outer');

/** Where blocks of the old text stand in the new one. */
function place(blockStart: number, blockEnd: number, after = moved) {
  const named = { parsed: parseMarkdown(before), textHash: 'old', blockStart, blockEnd };
  const anchor = createAnchor(named);
  if (isRefusal(anchor)) throw new Error(anchor.message);
  const textOf = (hash: string) => (hash === 'old' ? before : undefined);
  const placed = makeAnchorPlacer({ parsed: parseMarkdown(after), textHash: 'new', textOf }).place(
    anchor,
  );
  if (placed.kind === 'orphaned') return 'orphaned';
  return [placed.anchor.anchorStart, placed.anchor.anchorEnd];
}

describe('placing whole blocks', () => {
  it.each([
    ['an item with nested items stays one item', [2, 2], [3, 3]],
    ['a nested item', [3, 3], [4, 4]],
    ['the last nested item, which ends where its parent ends', [4, 4], [5, 5]],
    ['an item and its first child', [2, 3], [3, 4]],
    ['an item and all its children', [2, 4], [3, 5]],
    ['an item with its children and the next one', [2, 5], [3, 6]],
    ['from a child into the next item', [3, 5], [4, 6]],
    ['a paragraph', [6, 6], [7, 7]],
  ])('%s', (_what, [start = 0, end = 0], expected) => {
    expect(place(start, end)).toEqual(expected);
  });

  it('a range takes in what was added between its blocks', () => {
    const grown = before.replace('  - second', '  - new\n  - second');
    expect(place(2, 4, grown)).toEqual([2, 5]);
    expect(place(2, 2, grown)).toEqual([2, 2]);
  });
});
