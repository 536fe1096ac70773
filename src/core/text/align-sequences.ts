import { diffArrays } from 'diff';
import { longestRising } from './longest-rising.ts';

/** A run of equal elements: where it starts in both sequences, and how long it is. */
export interface MatchingBlock {
  readonly oldStart: number;
  readonly newStart: number;
  readonly length: number;
}

type Sequence = readonly number[];

interface Segment {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** The old and the new index of one element. */
type IndexPair = [oldIndex: number, newIndex: number];

/**
 * Bounds the work on two segments without a unique element in common, which costs its square.
 * Beyond it they count as rewritten.
 */
const maxEditLength = 200;

/**
 * Aligns two sequences by patience diff: elements that occur once in both are matched first, in the longest order that
 * both share; what lies between them is aligned the same way, and at last by the shortest edit.
 * Returns the matching blocks in order; they never cross.
 */
export function alignSequences(before: Sequence, after: Sequence): MatchingBlock[] {
  const pairs: IndexPair[] = [];
  const whole = { oldStart: 0, oldEnd: before.length, newStart: 0, newEnd: after.length };
  const pending: Segment[] = [whole];
  for (let segment = pending.pop(); segment !== undefined; segment = pending.pop()) {
    const inner = trimEqualEnds(before, after, { segment, pairs });
    if (inner.oldStart === inner.oldEnd || inner.newStart === inner.newEnd) continue;
    const unique = orderedUniquePairs(before, after, inner);
    if (unique.length === 0) alignByShortestEdit(before, after, { segment: inner, pairs });
    else pending.push(...segmentsBetween(unique, inner));
  }
  return joinPairs(pairs);
}

/** A segment to align, and the pairs to which its matches are added. */
interface Task {
  readonly segment: Segment;
  readonly pairs: IndexPair[];
}

function trimEqualEnds(before: Sequence, after: Sequence, { segment, pairs }: Task): Segment {
  let { oldStart, oldEnd, newStart, newEnd } = segment;
  while (oldStart < oldEnd && newStart < newEnd && before[oldStart] === after[newStart]) {
    pairs.push([oldStart++, newStart++]);
  }
  while (oldStart < oldEnd && newStart < newEnd && before[oldEnd - 1] === after[newEnd - 1]) {
    pairs.push([--oldEnd, --newEnd]);
  }
  return { oldStart, oldEnd, newStart, newEnd };
}

/** The index of each element, or -1 for one that occurs more than once. */
function uniqueIndexes(sequence: Sequence, start: number, end: number): Map<number, number> {
  const indexes = new Map<number, number>();
  for (let index = start; index < end; index++) {
    const element = sequence[index] ?? -1;
    indexes.set(element, indexes.has(element) ? -1 : index);
  }
  return indexes;
}

/** Pairs of elements that occur once on each side, as many as keep their order. */
function orderedUniquePairs(before: Sequence, after: Sequence, segment: Segment): IndexPair[] {
  const newIndexes = uniqueIndexes(after, segment.newStart, segment.newEnd);
  const pairs: IndexPair[] = [];
  for (const [element, oldIndex] of uniqueIndexes(before, segment.oldStart, segment.oldEnd)) {
    const newIndex = newIndexes.get(element);
    if (oldIndex >= 0 && newIndex !== undefined && newIndex >= 0) pairs.push([oldIndex, newIndex]);
  }
  return longestRising(pairs.sort(byOldIndex), ([, newIndex]) => newIndex);
}

const byOldIndex = (first: IndexPair, second: IndexPair): number => first[0] - second[0];

/** The segments between matched pairs; each pair opens the segment after it. */
function segmentsBetween(pairs: readonly IndexPair[], segment: Segment): Segment[] {
  const segments: Segment[] = [];
  let { oldStart, newStart } = segment;
  for (const [oldIndex, newIndex] of pairs) {
    segments.push({ oldStart, oldEnd: oldIndex, newStart, newEnd: newIndex });
    [oldStart, newStart] = [oldIndex, newIndex];
  }
  segments.push({ oldStart, oldEnd: segment.oldEnd, newStart, newEnd: segment.newEnd });
  return segments;
}

function alignByShortestEdit(before: Sequence, after: Sequence, { segment, pairs }: Task): void {
  const changes = diffArrays(
    before.slice(segment.oldStart, segment.oldEnd),
    after.slice(segment.newStart, segment.newEnd),
    { maxEditLength },
  );
  let { oldStart, newStart } = segment;
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed) {
      for (let offset = 0; offset < count; offset++) {
        pairs.push([oldStart + offset, newStart + offset]);
      }
    }
    if (!added) oldStart += count;
    if (!removed) newStart += count;
  }
}

function joinPairs(pairs: IndexPair[]): MatchingBlock[] {
  pairs.sort(byOldIndex);
  const blocks: { oldStart: number; newStart: number; length: number }[] = [];
  for (const [oldStart, newStart] of pairs) {
    const last = blocks.at(-1);
    const isNext =
      last !== undefined &&
      last.oldStart + last.length === oldStart &&
      last.newStart + last.length === newStart;
    if (isNext) last.length++;
    else blocks.push({ oldStart, newStart, length: 1 });
  }
  return blocks;
}
