import type { SourceRange } from '../document/text-offsets.ts';
import type { MatchingBlock } from '../text/align-sequences.ts';
import { firstIndex } from '../text/first-index.ts';

/** Returns the index of the first block that ends after `offset` of the text that `side` counts in, whose order they have. */
export function firstBlockAfter(
  blocks: readonly MatchingBlock[],
  offset: number,
  side: 'oldStart' | 'newStart',
): number {
  return firstIndex(blocks.length, (index) => {
    const block = blocks[index];
    return block !== undefined && block[side] + block.length > offset;
  });
}

/** Returns the parts of the blocks that lie within a range of the old text. */
export function blocksWithin(
  blocks: readonly MatchingBlock[],
  { start, end }: SourceRange,
): MatchingBlock[] {
  const within: MatchingBlock[] = [];
  for (let index = firstBlockAfter(blocks, start, 'oldStart'); index < blocks.length; index++) {
    const block = blocks[index];
    if (block === undefined || block.oldStart >= end) break;
    const cut = Math.max(0, start - block.oldStart);
    const length = Math.min(block.length, end - block.oldStart) - cut;
    if (length > 0) {
      within.push({ oldStart: block.oldStart + cut, newStart: block.newStart + cut, length });
    }
  }
  return within;
}

/** Returns how many characters the blocks cover. */
export function coverage(blocks: readonly MatchingBlock[]): number {
  return blocks.reduce((sum, { length }) => sum + length, 0);
}

/** Returns how many characters of a range of the new text come from the old text outside `own`; blocks in new order. */
export function foreignWithin(
  blocks: readonly MatchingBlock[],
  range: SourceRange,
  own: SourceRange,
): number {
  let foreign = 0;
  for (
    let index = firstBlockAfter(blocks, range.start, 'newStart');
    index < blocks.length;
    index++
  ) {
    const block = blocks[index];
    if (block === undefined || block.newStart >= range.end) break;
    const cut = Math.max(0, range.start - block.newStart);
    const start = block.oldStart + cut;
    const end = block.oldStart + Math.min(block.length, range.end - block.newStart);
    const inside = Math.max(0, Math.min(end, own.end) - Math.max(start, own.start));
    foreign += Math.max(0, end - start) - inside;
  }
  return foreign;
}

/** Returns the offset in the new text, of the given length, that corresponds to an offset of the old one. */
export function mapOffset(
  blocks: readonly MatchingBlock[],
  offset: number,
  newLength: number,
): number {
  const nextIndex = firstBlockAfter(blocks, offset, 'oldStart');
  const next = blocks[nextIndex];
  if (next !== undefined && next.oldStart <= offset) return next.newStart + offset - next.oldStart;
  const last = blocks[nextIndex - 1];
  const base = last === undefined ? 0 : last.newStart + last.length;
  const past = last === undefined ? offset : offset - last.oldStart - last.length;
  return Math.min(base + past, next?.newStart ?? newLength, newLength);
}
