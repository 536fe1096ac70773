import type { Run } from './align-sequences.ts';
import { contextLength, type SourceRange } from './anchor.ts';
import { similarity } from './similarity.ts';
import { textRuns } from './text-runs.ts';

/** Where a range of the old text came to lie in the new one. */
export interface Landing {
  readonly range: SourceRange;
  /** How alike the text there is to what it was, from 0 to 1. */
  readonly similarity: number;
  /** Share of what tells the range from other text that came along: rare words count for more than common ones. */
  readonly telling: number;
}

/** Carries ranges from one version of a text to another; the comparison is made once for all of them. */
export interface Carrier {
  /** Where the range went, or nothing when none of its text was kept in place. */
  carry(range: SourceRange): Landing | undefined;
  /** Where text at this offset of the old version would stand in the new one. */
  expect(offset: number): number;
  /** Share of the characters of a range of the new text that came from the old text outside `own`. */
  shareOfOthers(range: SourceRange, own: SourceRange): number;
  /** Share of the characters of a range of the old text that are still in place. */
  shareKept(range: SourceRange): number;
}

/** A landing longer than this many times the old text has swallowed other text. */
const longestGrowth = 4;

/** Compares two versions of a text. */
export function makeCarrier(before: string, after: string): Carrier {
  const runs = textRuns(before, after);
  let counts: WordCounts | undefined;
  const countOf = (word: string): number => {
    counts ??= countWords(before);
    return counts.get(word) ?? 1;
  };
  return {
    carry: (range) => carryRange({ before, after, runs, range, countOf }),
    expect: (offset) => expectedOffset(runs, offset, after.length),
    shareOfOthers: (range, own) => shareOfOthers(runs, range, own),
    shareKept: (range) => overlap(runsWithin(runs, range)) / Math.max(1, range.end - range.start),
  };
}

/** Index of the first run that ends after `offset` of the text that `start` reads. */
function firstRunAfter(
  runs: readonly Run[],
  offset: number,
  start: 'oldStart' | 'newStart',
): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const run = runs[middle];
    if (run !== undefined && run[start] + run.length <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The parts of the runs that lie within a range of the old text. */
function runsWithin(runs: readonly Run[], { start, end }: SourceRange): Run[] {
  const within: Run[] = [];
  for (let at = firstRunAfter(runs, start, 'oldStart'); at < runs.length; at++) {
    const run = runs[at];
    if (run === undefined || run.oldStart >= end) break;
    const cut = Math.max(0, start - run.oldStart);
    const length = Math.min(run.length, end - run.oldStart) - cut;
    within.push({ oldStart: run.oldStart + cut, newStart: run.newStart + cut, length });
  }
  return within;
}

function overlap(runs: readonly Run[]): number {
  return runs.reduce((sum, { length }) => sum + length, 0);
}

function shareOfOthers(runs: readonly Run[], range: SourceRange, own: SourceRange): number {
  let foreign = 0;
  for (let at = firstRunAfter(runs, range.start, 'newStart'); at < runs.length; at++) {
    const run = runs[at];
    if (run === undefined || run.newStart >= range.end) break;
    const cut = Math.max(0, range.start - run.newStart);
    const start = run.oldStart + cut;
    const end = run.oldStart + Math.min(run.length, range.end - run.newStart);
    const inside = Math.max(0, Math.min(end, own.end) - Math.max(start, own.start));
    foreign += end - start - inside;
  }
  return foreign / Math.max(1, range.end - range.start);
}

function expectedOffset(runs: readonly Run[], offset: number, limit: number): number {
  const next = firstRunAfter(runs, offset, 'oldStart');
  const run = runs[next];
  if (run !== undefined && run.oldStart <= offset) return run.newStart + offset - run.oldStart;
  const last = runs[next - 1];
  const base = last === undefined ? 0 : last.newStart + last.length;
  const past = last === undefined ? offset : offset - last.oldStart - last.length;
  return Math.min(base + past, run?.newStart ?? limit, limit);
}

interface Task {
  readonly before: string;
  readonly after: string;
  readonly runs: readonly Run[];
  readonly range: SourceRange;
  /** How often a word stands in the old text. */
  countOf(word: string): number;
}

function carryRange(task: Task): Landing | undefined {
  const { before, after, runs, range } = task;
  const within = densest(runsWithin(runs, range), range.end - range.start);
  const old = before.slice(range.start, range.end);
  let best: Omit<Landing, 'telling'> | undefined;
  for (const candidate of landings(task, within)) {
    const alike = similarity(old, after.slice(candidate.start, candidate.end));
    if (best === undefined || alike > best.similarity) {
      best = { range: candidate, similarity: alike };
    }
  }
  return best && { ...best, telling: best.similarity === 1 ? 1 : tellingShare(task, within) };
}

const wordPattern = /[\p{L}\p{N}_]+/gu;

type WordCounts = ReadonlyMap<string, number>;

function countWords(text: string): WordCounts {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(wordPattern)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Share of the range's words that were kept, each by its length and rarity; of its characters if it has no words. */
function tellingShare({ before, range, countOf }: Task, within: readonly Run[]): number {
  let [all, kept] = [0, 0];
  for (const { 0: word, index } of before.slice(range.start, range.end).matchAll(wordPattern)) {
    const weight = word.length / Math.sqrt(countOf(word));
    const start = range.start + index;
    all += weight;
    const isKept = within.some(
      (run) => run.oldStart <= start && start + word.length <= run.oldStart + run.length,
    );
    if (isKept) kept += weight;
  }
  return all === 0 ? overlap(within) / Math.max(1, range.end - range.start) : kept / all;
}

/**
 * Drops runs at either end that lie so far off that without them the rest is more like the old text:
 * a common word that happens to stand elsewhere must not stretch the range.
 */
function densest(runs: readonly Run[], oldLength: number): readonly Run[] {
  const density = (part: readonly Run[]): number => {
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) return 0;
    return overlap(part) / (oldLength + last.newStart + last.length - first.newStart);
  };
  const bestOf = (parts: readonly (readonly Run[])[]): readonly Run[] =>
    parts.reduce((best, part) => (density(part) > density(best) ? part : best), runs);
  if (runs.length > 64) return runs;
  const fromLeft = bestOf(runs.map((_, at) => runs.slice(at)));
  return bestOf([fromLeft, ...fromLeft.map((_, at) => fromLeft.slice(0, at + 1))]);
}

/** The kept text, and the kept text with what stands in place of the range's first or last words. */
function landings({ after, runs, range }: Task, within: readonly Run[]): SourceRange[] {
  const [first, last] = [within[0], within.at(-1)];
  const previous = runs[firstRunAfter(runs, range.start, 'oldStart') - 1];
  const next = runs[firstRunAfter(runs, range.end - 1, 'oldStart')];
  const following = next !== undefined && next.oldStart < range.end ? undefined : next;
  const afterPrevious = previous === undefined ? 0 : previous.newStart + previous.length;
  const beforeFollowing = following === undefined ? after.length : following.newStart;
  const starts = first === undefined ? [] : [first.newStart];
  const ends = last === undefined ? [] : [last.newStart + last.length];
  if (first === undefined || first.oldStart > range.start) starts.push(afterPrevious);
  if (last === undefined || last.oldStart + last.length < range.end) ends.push(beforeFollowing);
  return starts
    .flatMap((start) => ends.map((end) => trimSpace(after, { start, end })))
    .filter(({ start, end }) => start < end)
    .filter(
      ({ start, end }) => end - start <= longestGrowth * (range.end - range.start) + contextLength,
    );
}

/** The range without white space at its ends. */
export function trimSpace(text: string, { start, end }: SourceRange): SourceRange {
  const inner = text.slice(start, end);
  const lead = inner.length - inner.trimStart().length;
  return { start: Math.min(start + lead, end), end: end - (inner.length - inner.trimEnd().length) };
}
