/** A block with its canonical text. */
export interface TextBlock {
  readonly block: number;
  readonly text: string;
}

/** A spot in a block's text. */
interface TextSpot {
  readonly block: number;
  readonly offset: number;
}

/** A document's text as one string, and the way from blocks into it and back. */
export interface JoinedText {
  readonly text: string;
  positionOf(spot: TextSpot): number | null;
  /** The spot of a position; one between two blocks belongs to the end of the first. */
  spotAt(position: number): TextSpot;
  lengthOf(block: number): number;
}

const separator = '\n\n';

/** Joins blocks with blank lines between. */
export function joinText(blocks: readonly TextBlock[]): JoinedText {
  const starts = new Map<number, number>();
  const lengths = new Map<number, number>();
  const ordered: { readonly block: number; readonly start: number; readonly end: number }[] = [];
  let text = '';
  for (const { block, text: own } of blocks) {
    if (text !== '' || ordered.length > 0) text += separator;
    starts.set(block, text.length);
    lengths.set(block, own.length);
    ordered.push({ block, start: text.length, end: text.length + own.length });
    text += own;
  }
  return {
    text,
    positionOf({ block, offset }) {
      const start = starts.get(block);
      return start === undefined ? null : start + Math.min(offset, lengths.get(block) ?? 0);
    },
    spotAt(position) {
      const owner = ordered.findLast(({ start }) => start <= position) ?? ordered[0];
      if (!owner) return { block: 1, offset: 0 };
      return { block: owner.block, offset: Math.min(position, owner.end) - owner.start };
    },
    lengthOf: (block) => lengths.get(block) ?? 0,
  };
}
