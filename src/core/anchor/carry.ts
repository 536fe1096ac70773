import type { Run } from '../text/align-sequences.ts';
import { type Comparison, compareTexts } from '../text/compare-texts.ts';
import { similarity } from '../text/similarity.ts';
import { words } from '../text/words.ts';
import { contextLength, type SourceRange } from './anchor.ts';
import { coverage, expectedOffset, firstRunAfter, foreignWithin, runsWithin } from './runs.ts';
import { countWords, tellingWeight, type WordCounts } from './telling.ts';

/** Where a range of the old text came to lie in the new one. */
export interface Landing {
  readonly range: SourceRange;
  /** How alike the text there is to what it was, from 0 to 1. */
  readonly similarity: number;
  /** Share of what tells the range from other text that came along: rare words count for more than common ones. */
  readonly telling: number;
  /** Share of the text right before or right behind the range that came along beside it; of both sides the larger. */
  readonly beside: number;
}

/** Carries ranges from one version of a text to another; the comparison is made once for all of them. */
export interface Carrier {
  /** Where the range went, or nothing when none of its text was kept. */
  carry(range: SourceRange): Landing | undefined;
  /** Where text at this offset of the old version would stand in the new one. */
  expect(offset: number): number;
  /** Share of the characters of a range of the new text that came from the old text outside `own`. */
  shareOfOthers(range: SourceRange, own: SourceRange): number;
}

/** Compares two versions of a text. */
export function makeCarrier(before: string, after: string): Carrier {
  const comparison = compareTexts(before, after);
  const movedByNew = comparison.moved.flat().sort((one, other) => one.newStart - other.newStart);
  let counts: WordCounts | undefined;
  const countOf = (word: string): number => {
    counts ??= countWords(before);
    return counts.get(word) ?? 1;
  };
  return {
    carry: (range) => carryRange({ before, after, countOf, range }, comparison),
    expect: (offset) => {
      const stretch = stretchAt(comparison, offset) ?? comparison.inPlace;
      return expectedOffset(stretch, offset, after.length);
    },
    shareOfOthers: (range, own) => {
      const { inPlace, paired } = comparison;
      const known = foreignWithin(inPlace, range, own) + foreignWithin(movedByNew, range, own);
      const alsoKnown = foreignWithin(paired, range, own);
      return Math.max(known, alsoKnown) / Math.max(1, range.end - range.start);
    },
  };
}

/** The moved stretch in which an offset of the old text lies. */
function stretchAt({ moved }: Comparison, offset: number): readonly Run[] | undefined {
  return moved.find((runs) => {
    const [first, last] = [runs[0], runs.at(-1)];
    if (first === undefined || last === undefined) return false;
    return first.oldStart <= offset && offset < last.oldStart + last.length;
  });
}

interface Task {
  readonly before: string;
  readonly after: string;
  readonly range: SourceRange;
  /** How often a word stands in the old text. */
  countOf(word: string): number;
}

/** The best landing over all readings of what the versions have in common; of equal ones the first. */
function carryRange(task: Task, { inPlace, paired, moved }: Comparison): Landing | undefined {
  let best = landingBy(inPlace, task);
  if (best?.similarity === 1) return best;
  for (const runs of [paired, ...moved]) {
    const landing = landingBy(runs, task);
    if (landing !== undefined && landing.similarity > (best?.similarity ?? 0)) best = landing;
  }
  return best;
}

function landingBy(runs: readonly Run[], task: Task): Landing | undefined {
  const { before, after, range } = task;
  const all = runsWithin(runs, range);
  const core = densest(all, range.end - range.start);
  if (core.length === 0) return undefined;
  const old = before.slice(range.start, range.end);
  let best: { range: SourceRange; similarity: number; within: readonly Run[] } | undefined;
  for (const within of core.length === all.length ? [all] : [all, core]) {
    for (const candidate of landings(runs, within, task)) {
      if (best?.similarity === 1) break;
      const alike = similarity(old, after.slice(candidate.start, candidate.end));
      if (best === undefined || alike > best.similarity) {
        best = { range: candidate, similarity: alike, within };
      }
    }
  }
  if (best === undefined) return undefined;
  const { within, ...landing } = best;
  const telling = landing.similarity === 1 ? 1 : tellingShare(within, task);
  return { ...landing, telling, beside: besideShare(runs, within, task) };
}

/** Characters on each side that count as beside a range. */
const besideLength = 24;

function besideShare(runs: readonly Run[], within: readonly Run[], task: Task): number {
  const { before, after, range } = task;
  const [first, last] = [within[0], within.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const ahead = { start: Math.max(0, range.start - besideLength), end: range.start };
  const behind = { start: range.end, end: Math.min(before.length, range.end + besideLength) };
  const shareOf = (side: SourceRange, { oldStart, newStart }: Run): number => {
    const kept = runsWithin(runs, side).filter(
      (run) => Math.abs(run.newStart - run.oldStart - (newStart - oldStart)) <= besideSlack,
    );
    return coverage(kept) / besideLength;
  };
  const isStart = isBlank(before.slice(0, range.start)) && isBlank(after.slice(0, first.newStart));
  const landedEnd = last.newStart + last.length;
  const isEnd = isBlank(before.slice(range.end)) && isBlank(after.slice(landedEnd));
  return isStart || isEnd ? 1 : Math.max(shareOf(ahead, first), shareOf(behind, last));
}

const isBlank = (text: string): boolean => text.trim() === '';

/** Text beside a range may be this much nearer or farther than it was. */
const besideSlack = 8;

/**
 * Drops runs at either end that lie so far off that without them the rest is more like the old text:
 * a common word that happens to stand elsewhere must not stretch the range.
 */
function densest(runs: readonly Run[], oldLength: number): readonly Run[] {
  const density = (part: readonly Run[]): number => {
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) return 0;
    return coverage(part) / (oldLength + last.newStart + last.length - first.newStart);
  };
  const bestOf = (parts: readonly (readonly Run[])[]): readonly Run[] =>
    parts.reduce((best, part) => (density(part) > density(best) ? part : best), runs);
  if (runs.length > mostTrimmed) return runs;
  const fromLeft = bestOf(runs.map((_, at) => runs.slice(at)));
  return bestOf([fromLeft, ...fromLeft.map((_, at) => fromLeft.slice(0, at + 1))]);
}

/** A range of more runs than this is kept whole. */
const mostTrimmed = 64;
/** A landing longer than this many times the old text has swallowed other text. */
const longestGrowth = 4;

/** The kept text, and the kept text with what stands in place of the range's first or last words. */
function landings(
  runs: readonly Run[],
  within: readonly Run[],
  { after, range }: Task,
): SourceRange[] {
  const [first, last] = [within[0], within.at(-1)];
  if (first === undefined || last === undefined) return [];
  const starts = [first.newStart];
  const ends = [last.newStart + last.length];
  if (first.oldStart > range.start) {
    const previous = runs[firstRunAfter(runs, range.start, 'oldStart') - 1];
    starts.push(previous === undefined ? 0 : previous.newStart + previous.length);
  }
  if (last.oldStart + last.length < range.end) {
    const next = runs[firstRunAfter(runs, range.end - 1, 'oldStart')];
    ends.push(next?.newStart ?? after.length);
  }
  const longest = longestGrowth * (range.end - range.start) + contextLength;
  return starts
    .flatMap((start) => ends.map((end) => trimSpace(after, { start, end })))
    .filter(({ start, end }) => start < end && end - start <= longest);
}

/** The range without white space at its ends. */
export function trimSpace(text: string, { start, end }: SourceRange): SourceRange {
  const inner = text.slice(start, end);
  const lead = inner.length - inner.trimStart().length;
  return { start: Math.min(start + lead, end), end: end - (inner.length - inner.trimEnd().length) };
}

/** Share of the range's words that were kept, each by its length and rarity; of its characters if it has no words. */
function tellingShare(within: readonly Run[], { before, range, countOf }: Task): number {
  let [all, kept] = [0, 0];
  for (const { word, index } of words(before.slice(range.start, range.end))) {
    const weight = tellingWeight(word, countOf(word));
    const start = range.start + index;
    all += weight;
    const isKept = within.some(
      (run) => run.oldStart <= start && start + word.length <= run.oldStart + run.length,
    );
    if (isKept) kept += weight;
  }
  return all === 0 ? coverage(within) / Math.max(1, range.end - range.start) : kept / all;
}
