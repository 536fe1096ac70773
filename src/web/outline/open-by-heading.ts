import type { WireDocument } from '../../core/review/wire.ts';

/** A heading of a file. */
export type Heading = WireDocument['outline'][number];

/**
 * How many of some blocks stand under each heading, by the heading's block: from the heading itself up to the next
 * one, of whatever level. What stands before the first heading counts for the first.
 */
export function openByHeading(
  outline: readonly Heading[],
  blocks: readonly number[],
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const block of blocks) {
    const heading = outline.findLast((candidate) => candidate.block <= block) ?? outline[0];
    if (heading) counts.set(heading.block, (counts.get(heading.block) ?? 0) + 1);
  }
  return counts;
}
