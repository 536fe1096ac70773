import type { PageAnchor } from '../state/page-anchor.ts';
import type { Stretch } from './mark-segments.ts';

/** Something that shows in the text: a thread, or a remark that is being written. */
export interface Marked {
  /** Id of the thread, or key of the draft or previous thread. */
  readonly key: string;
  readonly anchor: PageAnchor;
  /** `previous` is a thread of the last round that has not been taken over. */
  readonly state: 'open' | 'resolved' | 'draft' | 'previous';
}

/** All marks of one block. */
export interface BlockMarks {
  readonly stretches: readonly Stretch[];
  readonly lines: ReadonlyMap<number, readonly string[]>;
  /** Marks of the block as a whole. */
  readonly whole: readonly string[];
}

interface Collected {
  stretches: Stretch[];
  lines: Map<number, string[]>;
  whole: string[];
}

/** The marks by block. The end of a stretch that goes on in the next block is infinite. */
export function marksByBlock(marked: readonly Marked[]): ReadonlyMap<number, BlockMarks> {
  const blocks = new Map<number, Collected>();
  for (const { key, anchor } of marked) {
    for (let block = anchor.anchorStart; block <= anchor.anchorEnd; block++) {
      const marks = blocks.get(block) ?? { stretches: [], lines: new Map(), whole: [] };
      blocks.set(block, marks);
      addMark(marks, { key, anchor, block });
    }
  }
  return blocks;
}

interface Addition {
  readonly key: string;
  readonly anchor: PageAnchor;
  readonly block: number;
}

function addMark(marks: Collected, { key, anchor, block }: Addition): void {
  if (anchor.lineRange) {
    for (let line = anchor.lineRange.start; line <= anchor.lineRange.end; line++) {
      const keys = marks.lines.get(line) ?? [];
      keys.push(key);
      marks.lines.set(line, keys);
    }
    return;
  }
  if (!anchor.range) {
    marks.whole.push(key);
    return;
  }
  const from = block === anchor.anchorStart ? anchor.range.startOffset : 0;
  const to = block === anchor.anchorEnd ? anchor.range.endOffset : Number.POSITIVE_INFINITY;
  marks.stretches.push({ thread: key, from, to });
}

/** Equal for marks that are drawn alike. */
export function marksSignature(marks: BlockMarks): string {
  return JSON.stringify([marks.stretches, [...marks.lines], marks.whole], (_, value) =>
    value === Number.POSITIVE_INFINITY ? 'end' : value,
  );
}
