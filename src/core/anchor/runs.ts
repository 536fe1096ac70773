import type { Run } from '../text/align-sequences.ts';
import type { SourceRange } from './anchor.ts';

/** Index of the first run that ends after `offset` of the text that `side` reads; the runs are in that text's order. */
export function firstRunAfter(
  runs: readonly Run[],
  offset: number,
  side: 'oldStart' | 'newStart',
): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const run = runs[middle];
    if (run !== undefined && run[side] + run.length <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The parts of the runs that lie within a range of the old text. */
export function runsWithin(runs: readonly Run[], { start, end }: SourceRange): Run[] {
  const within: Run[] = [];
  for (let at = firstRunAfter(runs, start, 'oldStart'); at < runs.length; at++) {
    const run = runs[at];
    if (run === undefined || run.oldStart >= end) break;
    const cut = Math.max(0, start - run.oldStart);
    const length = Math.min(run.length, end - run.oldStart) - cut;
    if (length > 0) {
      within.push({ oldStart: run.oldStart + cut, newStart: run.newStart + cut, length });
    }
  }
  return within;
}

/** How many characters the runs cover. */
export function coverage(runs: readonly Run[]): number {
  return runs.reduce((sum, { length }) => sum + length, 0);
}

/** How many characters of a range of the new text come from the old text outside `own`; runs in new order. */
export function foreignWithin(runs: readonly Run[], range: SourceRange, own: SourceRange): number {
  let foreign = 0;
  for (let at = firstRunAfter(runs, range.start, 'newStart'); at < runs.length; at++) {
    const run = runs[at];
    if (run === undefined || run.newStart >= range.end) break;
    const cut = Math.max(0, range.start - run.newStart);
    const start = run.oldStart + cut;
    const end = run.oldStart + Math.min(run.length, range.end - run.newStart);
    const inside = Math.max(0, Math.min(end, own.end) - Math.max(start, own.start));
    foreign += Math.max(0, end - start) - inside;
  }
  return foreign;
}

/** Where text at an offset of the old version would stand in the new one, of the given length. */
export function expectedOffset(runs: readonly Run[], offset: number, newLength: number): number {
  const next = firstRunAfter(runs, offset, 'oldStart');
  const run = runs[next];
  if (run !== undefined && run.oldStart <= offset) return run.newStart + offset - run.oldStart;
  const last = runs[next - 1];
  const base = last === undefined ? 0 : last.newStart + last.length;
  const past = last === undefined ? offset : offset - last.oldStart - last.length;
  return Math.min(base + past, run?.newStart ?? newLength, newLength);
}
