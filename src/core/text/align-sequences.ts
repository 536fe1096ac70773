import { diffArrays } from 'diff';

/** A run of equal elements: where it starts in both sequences, and how long it is. */
export interface Run {
  readonly oldStart: number;
  readonly newStart: number;
  readonly length: number;
}

type Sequence = readonly number[];

interface Stretch {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/**
 * Bounds the work on two stretches without anything unique in common, which costs its square.
 * Beyond it they count as rewritten.
 */
const maxEditLength = 200;

/**
 * Aligns two sequences: elements that stand once in both are matched first, in the longest order that both share,
 * and what lies between them is aligned the same way, at last by the shortest edit.
 * The runs come in order and never cross.
 */
export function alignSequences(before: Sequence, after: Sequence): Run[] {
  const pairs: [number, number][] = [];
  const whole = { oldStart: 0, oldEnd: before.length, newStart: 0, newEnd: after.length };
  const waiting: Stretch[] = [whole];
  for (let stretch = waiting.pop(); stretch !== undefined; stretch = waiting.pop()) {
    const inner = trimEqualEnds(before, after, { stretch, pairs });
    if (inner.oldStart === inner.oldEnd || inner.newStart === inner.newEnd) continue;
    const unique = orderedUniquePairs(before, after, inner);
    if (unique.length === 0) alignByShortestEdit(before, after, { stretch: inner, pairs });
    else waiting.push(...stretchesBetween(unique, inner));
  }
  return joinPairs(pairs);
}

interface Task {
  readonly stretch: Stretch;
  readonly pairs: [number, number][];
}

function trimEqualEnds(before: Sequence, after: Sequence, { stretch, pairs }: Task): Stretch {
  let { oldStart, oldEnd, newStart, newEnd } = stretch;
  while (oldStart < oldEnd && newStart < newEnd && before[oldStart] === after[newStart]) {
    pairs.push([oldStart++, newStart++]);
  }
  while (oldStart < oldEnd && newStart < newEnd && before[oldEnd - 1] === after[newEnd - 1]) {
    pairs.push([--oldEnd, --newEnd]);
  }
  return { oldStart, oldEnd, newStart, newEnd };
}

function onlyPositions(sequence: Sequence, start: number, end: number): Map<number, number> {
  const positions = new Map<number, number>();
  for (let at = start; at < end; at++) {
    const element = sequence[at] ?? -1;
    positions.set(element, positions.has(element) ? -1 : at);
  }
  return positions;
}

/** Pairs of elements that stand once on each side, as many as keep their order. */
function orderedUniquePairs(
  before: Sequence,
  after: Sequence,
  stretch: Stretch,
): [number, number][] {
  const inNew = onlyPositions(after, stretch.newStart, stretch.newEnd);
  const found: [number, number][] = [];
  for (const [element, oldAt] of onlyPositions(before, stretch.oldStart, stretch.oldEnd)) {
    const newAt = inNew.get(element);
    if (oldAt >= 0 && newAt !== undefined && newAt >= 0) found.push([oldAt, newAt]);
  }
  return longestIncreasing(found.sort((one, other) => one[0] - other[0]));
}

/** The longest subsequence whose second members rise, by patience sorting. */
function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  const tops: number[] = [];
  const previous: number[] = [];
  for (const [index, pair] of pairs.entries()) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : (tops[low - 1] ?? -1);
    tops[low] = index;
  }
  const chain: [number, number][] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) chain.push(pair);
  }
  return chain.reverse();
}

/** The stretches that matched pairs leave between them; each pair opens the stretch after it. */
function stretchesBetween(pairs: readonly [number, number][], stretch: Stretch): Stretch[] {
  const stretches: Stretch[] = [];
  let { oldStart, newStart } = stretch;
  for (const [oldAt, newAt] of pairs) {
    stretches.push({ oldStart, oldEnd: oldAt, newStart, newEnd: newAt });
    [oldStart, newStart] = [oldAt, newAt];
  }
  stretches.push({ oldStart, oldEnd: stretch.oldEnd, newStart, newEnd: stretch.newEnd });
  return stretches;
}

function alignByShortestEdit(before: Sequence, after: Sequence, { stretch, pairs }: Task): void {
  const changes = diffArrays(
    before.slice(stretch.oldStart, stretch.oldEnd),
    after.slice(stretch.newStart, stretch.newEnd),
    { maxEditLength },
  );
  let { oldStart, newStart } = stretch;
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed) {
      for (let at = 0; at < count; at++) pairs.push([oldStart + at, newStart + at]);
    }
    if (!added) oldStart += count;
    if (!removed) newStart += count;
  }
}

function joinPairs(pairs: [number, number][]): Run[] {
  pairs.sort((one, other) => one[0] - other[0]);
  const runs: { oldStart: number; newStart: number; length: number }[] = [];
  for (const [oldStart, newStart] of pairs) {
    const last = runs.at(-1);
    const continues =
      last !== undefined &&
      last.oldStart + last.length === oldStart &&
      last.newStart + last.length === newStart;
    if (continues) last.length++;
    else runs.push({ oldStart, newStart, length: 1 });
  }
  return runs;
}
