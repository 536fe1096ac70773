import type { BlockChanges } from '../../core/document/block-changes.ts';

/** Changes that stand together: one thing to look at. */
export interface ChangeStop {
  /** Numbers of new and changed blocks in it. */
  readonly blocks: readonly number[];
  /** Which of the removed blocks stood in it, by their positions in the list. */
  readonly removed: readonly number[];
  /** The block at or before which it begins. */
  readonly start: number;
}

interface Entry {
  readonly block: number;
  readonly removed?: number;
}

/** Gathers changes that touch each other, in reading order. A heading begins a stop of its own. */
export function changeStops(
  { blocks, removed }: BlockChanges,
  headings: ReadonlySet<number>,
): readonly ChangeStop[] {
  const entries: Entry[] = [
    ...removed.map(({ before }, index) => ({ block: before, removed: index })),
    ...blocks.map(({ index }) => ({ block: index })),
  ].toSorted((left, right) => left.block - right.block || rank(left) - rank(right));
  const stops: { blocks: number[]; removed: number[]; start: number }[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { block, removed: gone } of entries) {
    let stop = stops.at(-1);
    const beginsPart = gone === undefined && headings.has(block);
    const continues = block <= end + 1 && !(beginsPart && (stop?.blocks.length ?? 0) > 0);
    if (!stop || !continues) {
      stop = { blocks: [], removed: [], start: block };
      stops.push(stop);
    }
    if (gone === undefined) stop.blocks.push(block);
    else stop.removed.push(gone);
    end = Math.max(end, gone === undefined ? block : block - 1);
  }
  return stops;
}

function rank({ removed }: Entry): number {
  return removed === undefined ? 1 : 0;
}

/** How much changed, by blocks. */
export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** Counts the changes of a file. */
export function countChanges({ blocks, removed }: BlockChanges): ChangeCounts {
  const added = blocks.filter(({ change }) => change === 'added').length;
  return { added, changed: blocks.length - added, removed: removed.length };
}

/** Counts in words, such as `1 new, 2 changed, 1 removed`. */
export function countLabel({ added, changed, removed }: ChangeCounts): string {
  const parts = [
    added > 0 && `${added} new`,
    changed > 0 && `${changed} changed`,
    removed > 0 && `${removed} removed`,
  ];
  return parts.filter(Boolean).join(', ');
}
