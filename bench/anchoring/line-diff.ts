import { diffArrays } from 'diff';

/** Which new line each old line became, by a comparison of whole lines; -1 where it has no equal. */
export type LineDiff = (before: readonly string[], after: readonly string[]) => Int32Array;

/** The shortest edit, by Myers. */
export const myersDiff: LineDiff = (before, after) => {
  const partner = new Int32Array(before.length).fill(-1);
  let [oldLine, newLine] = [0, 0];
  for (const { added, removed, count } of diffArrays([...before], [...after])) {
    if (!added && !removed) {
      for (let at = 0; at < count; at++) partner[oldLine + at] = newLine + at;
    }
    if (!added) oldLine += count;
    if (!removed) newLine += count;
  }
  return partner;
};

interface Window {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** The histogram diff: split at the longest stretch around the rarest line in common, then each side alike. */
export const histogramDiff: LineDiff = (before, after) => {
  const partner = new Int32Array(before.length).fill(-1);
  const waiting: Window[] = [
    { oldStart: 0, oldEnd: before.length, newStart: 0, newEnd: after.length },
  ];
  for (let window = waiting.pop(); window !== undefined; window = waiting.pop()) {
    const stretch = rarestStretch(before, after, window);
    if (stretch === undefined) continue;
    const { oldStart, newStart, length } = stretch;
    for (let at = 0; at < length; at++) partner[oldStart + at] = newStart + at;
    waiting.push({ ...window, oldEnd: oldStart, newEnd: newStart });
    waiting.push({ ...window, oldStart: oldStart + length, newStart: newStart + length });
  }
  return partner;
};

interface Stretch {
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
const mostOften = 64;

function rarestStretch(
  before: readonly string[],
  after: readonly string[],
  window: Window,
): Stretch | undefined {
  const inOld = positionsOf(before, window.oldStart, window.oldEnd);
  const inNew = positionsOf(after, window.newStart, window.newEnd);
  const counts = (line: string): number => inOld.get(line)?.length ?? 0;
  const isSeed = (line: string): boolean =>
    counts(line) * (inNew.get(line)?.length ?? 0) <= mostOften;
  let best: Stretch | undefined;
  for (const [line, newAts] of inNew) {
    const oldAts = inOld.get(line);
    if (oldAts === undefined || !isSeed(line)) continue;
    for (const oldAt of oldAts) {
      for (const newAt of newAts) {
        const previous = oldAt > window.oldStart ? before[oldAt - 1] : undefined;
        const goesOn = newAt > window.newStart && previous === after[newAt - 1];
        if (previous !== undefined && goesOn && isSeed(previous)) continue;
        const stretch = extend(before, after, { window, oldAt, newAt, counts });
        const better =
          best === undefined ||
          stretch.length * best.rarity > best.length * stretch.rarity ||
          (stretch.rarity < best.rarity && stretch.length >= best.length);
        if (better) best = stretch;
      }
    }
  }
  return best;
}

interface Seed {
  readonly window: Window;
  readonly oldAt: number;
  readonly newAt: number;
  readonly counts: (line: string) => number;
}

function extend(
  before: readonly string[],
  after: readonly string[],
  { window, oldAt, newAt, counts }: Seed,
): Stretch {
  let [oldStart, newStart, length] = [oldAt, newAt, 1];
  let rarity = counts(before[oldAt] ?? '');
  const note = (line: number): void => {
    length++;
    rarity = Math.min(rarity, counts(before[line] ?? ''));
  };
  while (
    oldStart > window.oldStart &&
    newStart > window.newStart &&
    before[oldStart - 1] === after[newStart - 1]
  ) {
    oldStart--;
    newStart--;
    note(oldStart);
  }
  while (
    oldStart + length < window.oldEnd &&
    newStart + length < window.newEnd &&
    before[oldStart + length] === after[newStart + length]
  ) {
    note(oldStart + length);
  }
  return { oldStart, newStart, length, rarity };
}
