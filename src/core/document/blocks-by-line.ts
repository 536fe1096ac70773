import type { Block } from './block.ts';

/** Finds blocks by lines of the source, from 1, without a look at every block. */
export interface BlocksByLine {
  /** The index of the last block that holds a line. */
  on(line: number): number | undefined;
  /** The index of the last block that ends at or above a line. */
  above(line: number): number | undefined;
}

/** Makes the finder of a document's blocks. */
export function blocksByLine(blocks: readonly Block[]): BlocksByLine {
  const lines = blocks.reduce((last, { lineEnd }) => Math.max(last, lineEnd), 0);
  const holding = new Int32Array(lines + 2);
  const ending = new Int32Array(lines + 2);
  const unheld = nextUnheld(lines);
  for (const { index, lineStart, lineEnd } of blocks.toReversed()) {
    for (let line = unheld.from(lineStart); line <= lineEnd; line = unheld.from(line)) {
      holding[line] = index;
      unheld.take(line);
    }
  }
  for (const { index, lineEnd } of blocks) ending[lineEnd] = Math.max(ending[lineEnd] ?? 0, index);
  for (let line = 1; line <= lines; line++) {
    ending[line] = Math.max(ending[line] ?? 0, ending[line - 1] ?? 0);
  }
  return {
    on: (line) => holding[line] || undefined,
    above: (line) => ending[Math.max(0, Math.min(line, lines))] || undefined,
  };
}

/** Lines that no block holds yet; each is stepped over once. */
function nextUnheld(lines: number) {
  const next = Int32Array.from({ length: lines + 2 }, (_, line) => line);
  const from = (line: number): number => {
    let found = Math.min(line, lines + 1);
    while (next[found] !== found) found = next[found] ?? found;
    for (let at = Math.min(line, lines + 1); at !== found; ) {
      const following = next[at] ?? found;
      next[at] = found;
      at = following;
    }
    return found;
  };
  return {
    from,
    take: (line: number): void => {
      next[line] = line + 1;
    },
  };
}
