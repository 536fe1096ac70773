import type { MatchingBlock } from './align-sequences.ts';
import { type Tokens, tokenLength } from './tokens.ts';

/** A shorter line counts as moved only together with a longer one next to it. */
const minLength = 16;

/** Equal lines that occur more often than this are not told apart. */
const maxDuplicates = 4;

/** For each line of one version the equal line of the other; -1 for none. */
export interface LineMapping {
  readonly oldToNew: Int32Array;
  readonly newToOld: Int32Array;
}

/**
 * Finds lines that are unchanged in another order: unmatched lines that both versions have equally often, the first
 * duplicate for the first, and the equal lines around them. Adds them to the mapping and returns them in old order.
 */
export function findMovedLines(
  before: Tokens,
  after: Tokens,
  mapping: LineMapping,
): MatchingBlock[] {
  const moved: MatchingBlock[] = [];
  const newLinesById = unmatchedById(after, mapping.newToOld);
  const oldLinesById = [...unmatchedById(before, mapping.oldToNew)];
  oldLinesById.sort(([, first], [, second]) => first.length - second.length);
  for (const [id, oldLines] of oldLinesById) {
    const newLines = newLinesById.get(id) ?? [];
    const isLong = tokenLength(before, oldLines[0] ?? 0) >= minLength;
    if (!isLong || oldLines.length !== newLines.length || oldLines.length > maxDuplicates) continue;
    for (const [index, oldLine] of oldLines.entries()) {
      const newLine = newLines[index] ?? -1;
      if (mapping.oldToNew[oldLine] !== -1 || mapping.newToOld[newLine] !== -1) continue;
      const block = extend(before, after, { mapping, oldLine, newLine });
      mapBlock(mapping, block);
      moved.push(block);
    }
  }
  return moved.sort((first, second) => first.oldStart - second.oldStart);
}

/** Adds the lines of a block to a mapping. */
export function mapBlock({ oldToNew, newToOld }: LineMapping, block: MatchingBlock): void {
  for (let offset = 0; offset < block.length; offset++) {
    oldToNew[block.oldStart + offset] = block.newStart + offset;
    newToOld[block.newStart + offset] = block.oldStart + offset;
  }
}

/** The unmatched lines by their ids. */
function unmatchedById({ ids }: Tokens, matched: Int32Array): Map<number, number[]> {
  const lines = new Map<number, number[]>();
  for (const [line, id] of ids.entries()) {
    if (matched[line] !== -1) continue;
    const equalLines = lines.get(id);
    if (equalLines === undefined) lines.set(id, [line]);
    else equalLines.push(line);
  }
  return lines;
}

interface Seed {
  readonly mapping: LineMapping;
  readonly oldLine: number;
  readonly newLine: number;
}

function extend(before: Tokens, after: Tokens, seed: Seed): MatchingBlock {
  const { oldToNew, newToOld } = seed.mapping;
  const isEqual = (oldLine: number, newLine: number): boolean =>
    oldToNew[oldLine] === -1 &&
    newToOld[newLine] === -1 &&
    before.ids[oldLine] === after.ids[newLine];
  let [oldStart, newStart, length] = [seed.oldLine, seed.newLine, 1];
  while (isEqual(oldStart - 1, newStart - 1)) {
    oldStart--;
    newStart--;
    length++;
  }
  while (isEqual(oldStart + length, newStart + length)) length++;
  return { oldStart, newStart, length };
}
