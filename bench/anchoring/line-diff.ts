import { diffArrays } from 'diff';

/** Which new line each old line became, by a comparison of whole lines; -1 where it has no equal. */
export type LineDiff = (before: readonly string[], after: readonly string[]) => Int32Array;

/** The shortest edit, by Myers. */
export const myersDiff: LineDiff = (before, after) => {
  const newLineOf = new Int32Array(before.length).fill(-1);
  let [oldLine, newLine] = [0, 0];
  for (const { added, removed, count } of diffArrays([...before], [...after])) {
    if (!added && !removed) {
      for (let at = 0; at < count; at++) newLineOf[oldLine + at] = newLine + at;
    }
    if (!added) oldLine += count;
    if (!removed) newLine += count;
  }
  return newLineOf;
};

interface Window {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** The histogram diff: split at the longest stretch around the rarest line in common, then each side alike. */
export const histogramDiff: LineDiff = (before, after) => {
  const newLineOf = new Int32Array(before.length).fill(-1);
  const pending: Window[] = [
    { oldStart: 0, oldEnd: before.length, newStart: 0, newEnd: after.length },
  ];
  for (let window = pending.pop(); window !== undefined; window = pending.pop()) {
    const run = rarestRun(before, after, window);
    if (run === undefined) continue;
    const { oldStart, newStart, length } = run;
    for (let at = 0; at < length; at++) newLineOf[oldStart + at] = newStart + at;
    pending.push({ ...window, oldEnd: oldStart, newEnd: newStart });
    pending.push({ ...window, oldStart: oldStart + length, newStart: newStart + length });
  }
  return newLineOf;
};

interface Run {
  readonly oldStart: number;
  readonly newStart: number;
  readonly length: number;
  readonly rarity: number;
}

function positionsOf(lines: readonly string[], start: number, end: number): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (let at = start; at < end; at++) {
    const line = lines[at] ?? '';
    const known = positions.get(line);
    if (known === undefined) positions.set(line, [at]);
    else known.push(at);
  }
  return positions;
}

/** A line that stands more often than this splits nothing. */
const maxOccurrences = 64;

function rarestRun(
  before: readonly string[],
  after: readonly string[],
  window: Window,
): Run | undefined {
  const inOld = positionsOf(before, window.oldStart, window.oldEnd);
  const inNew = positionsOf(after, window.newStart, window.newEnd);
  const countOf = (line: string): number => inOld.get(line)?.length ?? 0;
  const isSeed = (line: string): boolean =>
    countOf(line) * (inNew.get(line)?.length ?? 0) <= maxOccurrences;
  let best: Run | undefined;
  for (const [line, newLines] of inNew) {
    const oldLines = inOld.get(line);
    if (oldLines === undefined || !isSeed(line)) continue;
    for (const oldLine of oldLines) {
      for (const newLine of newLines) {
        const previous = oldLine > window.oldStart ? before[oldLine - 1] : undefined;
        const continues = newLine > window.newStart && previous === after[newLine - 1];
        if (previous !== undefined && continues && isSeed(previous)) continue;
        const run = extend(before, after, { window, oldLine, newLine, countOf });
        const isBetter =
          best === undefined ||
          run.length * best.rarity > best.length * run.rarity ||
          (run.rarity < best.rarity && run.length >= best.length);
        if (isBetter) best = run;
      }
    }
  }
  return best;
}

interface Seed {
  readonly window: Window;
  readonly oldLine: number;
  readonly newLine: number;
  readonly countOf: (line: string) => number;
}

function extend(
  before: readonly string[],
  after: readonly string[],
  { window, oldLine, newLine, countOf }: Seed,
): Run {
  let [oldStart, newStart, length] = [oldLine, newLine, 1];
  let rarity = countOf(before[oldLine] ?? '');
  const addLine = (line: number): void => {
    length++;
    rarity = Math.min(rarity, countOf(before[line] ?? ''));
  };
  while (
    oldStart > window.oldStart &&
    newStart > window.newStart &&
    before[oldStart - 1] === after[newStart - 1]
  ) {
    oldStart--;
    newStart--;
    addLine(oldStart);
  }
  while (
    oldStart + length < window.oldEnd &&
    newStart + length < window.newEnd &&
    before[oldStart + length] === after[newStart + length]
  ) {
    addLine(oldStart + length);
  }
  return { oldStart, newStart, length, rarity };
}
