import type { Run } from './align-sequences.ts';
import { type LinesOfText, lengthOfLine } from './lines-of-text.ts';

/** A line shorter than this is known again only beside a longer one. */
const leastKnown = 16;

/** Equal lines that stand more often than this are not told apart. */
const mostCopies = 4;

/** Which line of the other version each line is equal to; -1 for none. */
export interface Partners {
  readonly ofOld: Int32Array;
  readonly ofNew: Int32Array;
}

/**
 * Lines that stand unchanged in another order: lines without a partner that both versions have equally often, the
 * first copy for the first, and the equal lines around them. They are added to the partners and returned as runs.
 */
export function findMovedLines(before: LinesOfText, after: LinesOfText, partners: Partners): Run[] {
  const moved: Run[] = [];
  const newPlaces = lonelyPlaces(after, partners.ofNew);
  const oldPlaces = [...lonelyPlaces(before, partners.ofOld)];
  oldPlaces.sort(([, one], [, other]) => one.length - other.length);
  for (const [id, oldLines] of oldPlaces) {
    const newLines = newPlaces.get(id) ?? [];
    const isKnown = lengthOfLine(before, oldLines[0] ?? 0) >= leastKnown;
    if (!isKnown || oldLines.length !== newLines.length || oldLines.length > mostCopies) continue;
    for (const [at, oldLine] of oldLines.entries()) {
      const newLine = newLines[at] ?? -1;
      if (partners.ofOld[oldLine] !== -1 || partners.ofNew[newLine] !== -1) continue;
      const run = extend(before, after, { partners, oldLine, newLine });
      for (let step = 0; step < run.length; step++) {
        partners.ofOld[run.oldStart + step] = run.newStart + step;
        partners.ofNew[run.newStart + step] = run.oldStart + step;
      }
      moved.push(run);
    }
  }
  return moved.sort((one, other) => one.oldStart - other.oldStart);
}

/** The places of each line without a partner, by its number. */
function lonelyPlaces({ ids }: LinesOfText, partner: Int32Array): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [line, id] of ids.entries()) {
    if (partner[line] !== -1) continue;
    const known = places.get(id);
    if (known === undefined) places.set(id, [line]);
    else known.push(line);
  }
  return places;
}

interface Seed {
  readonly partners: Partners;
  readonly oldLine: number;
  readonly newLine: number;
}

function extend(before: LinesOfText, after: LinesOfText, seed: Seed): Run {
  const { ofOld, ofNew } = seed.partners;
  const goesOn = (oldLine: number, newLine: number): boolean =>
    ofOld[oldLine] === -1 && ofNew[newLine] === -1 && before.ids[oldLine] === after.ids[newLine];
  let [oldStart, newStart, length] = [seed.oldLine, seed.newLine, 1];
  while (goesOn(oldStart - 1, newStart - 1)) {
    oldStart--;
    newStart--;
    length++;
  }
  while (goesOn(oldStart + length, newStart + length)) length++;
  return { oldStart, newStart, length };
}
