import type { Run } from './align-sequences.ts';
import { type LinesOfText, lengthOfLine } from './lines-of-text.ts';

/** A line shorter than this is known again only beside a longer one. */
const leastKnown = 16;

/** Which line of the other version each line is equal to; -1 for none. */
export interface Partners {
  readonly ofOld: Int32Array;
  readonly ofNew: Int32Array;
}

/**
 * Lines that stand unchanged in another order: a line without a partner that equals just one such line of the other
 * version, and the equal lines around both. They are added to the partners and returned as runs of lines.
 */
export function findMovedLines(before: LinesOfText, after: LinesOfText, partners: Partners): Run[] {
  const newPlaces = lonelyPlaces(after, partners.ofNew);
  const moved: Run[] = [];
  for (const [id, oldLine] of lonelyPlaces(before, partners.ofOld)) {
    const newLine = newPlaces.get(id) ?? -1;
    const isKnown = oldLine >= 0 && newLine >= 0 && lengthOfLine(before, oldLine) >= leastKnown;
    if (!isKnown || partners.ofOld[oldLine] !== -1) continue;
    const run = extend(before, after, { partners, oldLine, newLine });
    for (let at = 0; at < run.length; at++) {
      partners.ofOld[run.oldStart + at] = run.newStart + at;
      partners.ofNew[run.newStart + at] = run.oldStart + at;
    }
    moved.push(run);
  }
  return moved.sort((one, other) => one.oldStart - other.oldStart);
}

/** The place of each line without a partner, by its number; -1 where there are several. */
function lonelyPlaces({ ids }: LinesOfText, partner: Int32Array): Map<number, number> {
  const places = new Map<number, number>();
  for (const [line, id] of ids.entries()) {
    if (partner[line] === -1) places.set(id, places.has(id) ? -1 : line);
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
