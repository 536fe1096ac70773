import type { SourceRange } from '../document/text-offsets.ts';
import type { MatchingBlock } from '../text/align-sequences.ts';
import { type Comparison, compareTexts } from '../text/compare-texts.ts';
import { similarity } from '../text/similarity.ts';
import { words } from '../text/tokens.ts';
import { contextLength } from './anchor.ts';
import {
  blocksWithin,
  coverage,
  firstBlockAfter,
  foreignWithin,
  mapOffset,
} from './matching-blocks.ts';
import { countWords, type WordCounts, wordWeight } from './word-weight.ts';

/** A range of the old text, mapped to the new one. */
export interface MappedRange {
  readonly range: SourceRange;
  /** How alike the text there is to what it was, from 0 to 1. */
  readonly similarity: number;
  /** Share of the range's words that were kept, by weight: rare words count for more than common ones. */
  readonly sharedWeight: number;
  /** Share of the text right before or right after the range that is still next to it; of both sides the larger. */
  readonly adjacent: number;
}

/** Maps ranges of one version of a text to another; the versions are compared once for all ranges. */
export interface RangeMapper {
  /** Returns the new range, or undefined when none of the range's text was kept. */
  mapRange(range: SourceRange): MappedRange | undefined;
  /** Returns the offset of the new text that corresponds to one of the old text. */
  mapOffset(offset: number): number;
  /** Returns the share of the characters of a new range that came from the old text outside `own`. */
  foreignShare(range: SourceRange, own: SourceRange): number;
}

/** Compares two versions of a text and returns the mapper between them. */
export function makeRangeMapper(before: string, after: string): RangeMapper {
  const comparison = compareTexts(before, after);
  const movedByNew = comparison.moved
    .flat()
    .sort((first, second) => first.newStart - second.newStart);
  let counts: WordCounts | undefined;
  const countOf = (word: string): number => {
    counts ??= countWords(before);
    return counts.get(word) ?? 1;
  };
  return {
    mapRange: (range) => mapByComparison({ before, after, countOf, range }, comparison),
    mapOffset: (offset) => {
      const segment = movedSegmentAt(comparison, offset) ?? comparison.inPlace;
      return mapOffset(segment, offset, after.length);
    },
    foreignShare: (range, own) => {
      const { inPlace, paired } = comparison;
      const foreign = foreignWithin(inPlace, range, own) + foreignWithin(movedByNew, range, own);
      const foreignPaired = foreignWithin(paired, range, own);
      return Math.max(foreign, foreignPaired) / Math.max(1, range.end - range.start);
    },
  };
}

/** The moved segment in which an offset of the old text lies. */
function movedSegmentAt(
  { moved }: Comparison,
  offset: number,
): readonly MatchingBlock[] | undefined {
  return moved.find((blocks) => {
    const [first, last] = [blocks[0], blocks.at(-1)];
    if (first === undefined || last === undefined) return false;
    return first.oldStart <= offset && offset < last.oldStart + last.length;
  });
}

interface Task {
  readonly before: string;
  readonly after: string;
  readonly range: SourceRange;
  /** Returns how often a word occurs in the old text. */
  countOf(word: string): number;
}

/** The most similar range over all comparisons of the versions; of equal ones the first. */
function mapByComparison(
  task: Task,
  { inPlace, paired, moved }: Comparison,
): MappedRange | undefined {
  let best = mapByBlocks(inPlace, task);
  if (best?.similarity === 1) return best;
  for (const blocks of [paired, ...moved]) {
    const mapped = mapByBlocks(blocks, task);
    if (mapped !== undefined && mapped.similarity > (best?.similarity ?? 0)) best = mapped;
  }
  return best;
}

function mapByBlocks(blocks: readonly MatchingBlock[], task: Task): MappedRange | undefined {
  const { before, after, range } = task;
  const all = blocksWithin(blocks, range);
  const core = densest(all, range.end - range.start);
  if (core.length === 0) return undefined;
  const old = before.slice(range.start, range.end);
  let best:
    | { range: SourceRange; similarity: number; within: readonly MatchingBlock[] }
    | undefined;
  for (const within of core.length === all.length ? [all] : [all, core]) {
    for (const candidate of candidateRanges(blocks, within, task)) {
      if (best?.similarity === 1) break;
      const likeness = similarity(old, after.slice(candidate.start, candidate.end));
      if (best === undefined || likeness > best.similarity) {
        best = { range: candidate, similarity: likeness, within };
      }
    }
  }
  if (best === undefined) return undefined;
  const { within, ...mapped } = best;
  const sharedWeight = mapped.similarity === 1 ? 1 : keptWeight(within, task);
  return { ...mapped, sharedWeight, adjacent: adjacentShare(blocks, within, task) };
}

/** Characters on each side that count as adjacent to a range. */
const adjacentLength = 24;

function adjacentShare(
  blocks: readonly MatchingBlock[],
  within: readonly MatchingBlock[],
  task: Task,
): number {
  const { before, after, range } = task;
  const [first, last] = [within[0], within.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const ahead = { start: Math.max(0, range.start - adjacentLength), end: range.start };
  const behind = { start: range.end, end: Math.min(before.length, range.end + adjacentLength) };
  const shareOf = (side: SourceRange, { oldStart, newStart }: MatchingBlock): number => {
    const kept = blocksWithin(blocks, side).filter(
      (block) => Math.abs(block.newStart - block.oldStart - (newStart - oldStart)) <= adjacentSlack,
    );
    return coverage(kept) / adjacentLength;
  };
  const isStart = isBlank(before.slice(0, range.start)) && isBlank(after.slice(0, first.newStart));
  const mappedEnd = last.newStart + last.length;
  const isEnd = isBlank(before.slice(range.end)) && isBlank(after.slice(mappedEnd));
  return isStart || isEnd ? 1 : Math.max(shareOf(ahead, first), shareOf(behind, last));
}

const isBlank = (text: string): boolean => text.trim() === '';

/** Text next to a range may be this much nearer or farther than it was. */
const adjacentSlack = 8;

/**
 * Drops blocks at either end that lie so far off that the rest is more like the old text without them: a common word
 * that happens to occur elsewhere must not stretch the range.
 */
function densest(blocks: readonly MatchingBlock[], oldLength: number): readonly MatchingBlock[] {
  const density = (part: readonly MatchingBlock[]): number => {
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) return 0;
    return coverage(part) / (oldLength + last.newStart + last.length - first.newStart);
  };
  const bestOf = (parts: readonly (readonly MatchingBlock[])[]): readonly MatchingBlock[] =>
    parts.reduce((best, part) => (density(part) > density(best) ? part : best), blocks);
  if (blocks.length > maxTrimmed) return blocks;
  const fromLeft = bestOf(blocks.map((_, index) => blocks.slice(index)));
  return bestOf([fromLeft, ...fromLeft.map((_, index) => fromLeft.slice(0, index + 1))]);
}

/** A range of more blocks than this is kept whole. */
const maxTrimmed = 64;
/** A range longer than this many times the old text has swallowed other text. */
const maxGrowth = 4;

/** The kept text, and the kept text with what replaced the range's first or last words. */
function candidateRanges(
  blocks: readonly MatchingBlock[],
  within: readonly MatchingBlock[],
  { after, range }: Task,
): SourceRange[] {
  const [first, last] = [within[0], within.at(-1)];
  if (first === undefined || last === undefined) return [];
  const starts = [first.newStart];
  const ends = [last.newStart + last.length];
  if (first.oldStart > range.start) {
    const previous = blocks[firstBlockAfter(blocks, range.start, 'oldStart') - 1];
    starts.push(previous === undefined ? 0 : previous.newStart + previous.length);
  }
  if (last.oldStart + last.length < range.end) {
    const next = blocks[firstBlockAfter(blocks, range.end - 1, 'oldStart')];
    ends.push(next?.newStart ?? after.length);
  }
  const longest = maxGrowth * (range.end - range.start) + contextLength;
  return starts
    .flatMap((start) => ends.map((end) => trimSpace(after, { start, end })))
    .filter(({ start, end }) => start < end && end - start <= longest);
}

/** The range without white space at its ends. */
function trimSpace(text: string, { start, end }: SourceRange): SourceRange {
  const inner = text.slice(start, end);
  const lead = inner.length - inner.trimStart().length;
  return { start: Math.min(start + lead, end), end: end - (inner.length - inner.trimEnd().length) };
}

/** Share of the range's words that were kept, each by its length and rarity; of its characters if it has no words. */
function keptWeight(within: readonly MatchingBlock[], { before, range, countOf }: Task): number {
  let [total, kept] = [0, 0];
  for (const { word, index } of words(before.slice(range.start, range.end))) {
    const weight = wordWeight(word, countOf(word));
    const start = range.start + index;
    total += weight;
    const isKept = within.some(
      (block) => block.oldStart <= start && start + word.length <= block.oldStart + block.length,
    );
    if (isKept) kept += weight;
  }
  return total === 0 ? coverage(within) / Math.max(1, range.end - range.start) : kept / total;
}
