import type { BlockChanges, ChangedBlock } from '../../core/document/block-changes.ts';
import { beginningOf, cutAfter } from '../../core/text/whole-characters.ts';
import type { PageAnchor } from '../state/page-anchor.ts';

/** A piece of text that stayed, came or went. */
export interface WordPiece {
  readonly kind: 'same' | 'came' | 'went' | 'skipped';
  readonly text: string;
}

/** What happened to the text under an anchor: its words where they are known, nothing but that it is new otherwise. */
export interface ChangeUnder {
  readonly pieces: readonly WordPiece[];
  readonly isNew: boolean;
}

/** Longest unchanged text between or beside changes that is shown whole. */
const longestContext = 28;

/** What changed under an anchor; null when nothing did. `textOf` returns the present text of a block. */
export function changeUnder(
  anchor: PageAnchor,
  changes: BlockChanges,
  textOf: (block: number) => string | undefined,
): ChangeUnder | null {
  const pieces: WordPiece[] = [];
  let isNew = false;
  for (const change of changes.blocks) {
    if (change.index < anchor.anchorStart || change.index > anchor.anchorEnd) continue;
    const text = textOf(change.index);
    if (text === undefined) continue;
    const range = rangeIn(anchor, change.index, text);
    if (change.change === 'added') {
      isNew = true;
      continue;
    }
    const inBlock = piecesIn(change, text, range);
    if (!inBlock.some(({ kind }) => kind !== 'same')) continue;
    if (pieces.length > 0) pieces.push({ kind: 'skipped', text: ' … ' });
    pieces.push(...shortened(inBlock));
  }
  return pieces.length > 0 || isNew ? { pieces, isNew: pieces.length === 0 } : null;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The part of a block's text that an anchor is about. */
function rangeIn(anchor: PageAnchor, block: number, text: string): Stretch {
  const { lineRange, range } = anchor;
  if (lineRange) {
    const lines = text.split('\n');
    const start = lengthOfLines(lines.slice(0, lineRange.start - 1));
    return {
      start,
      end: start + Math.max(0, lengthOfLines(lines.slice(lineRange.start - 1, lineRange.end)) - 1),
    };
  }
  return {
    start: block === anchor.anchorStart ? (range?.startOffset ?? 0) : 0,
    end: block === anchor.anchorEnd ? (range?.endOffset ?? text.length) : text.length,
  };
}

function lengthOfLines(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** A stretch of a changed block as pieces, in reading order, what went before what came for it. */
export function piecesIn(
  { added, removed }: ChangedBlock,
  text: string,
  { start, end }: Stretch,
): readonly WordPiece[] {
  const isWhole = start === 0 && end >= text.length;
  const cuts = new Set([start, end]);
  for (const stretch of added)
    cuts.add(clamp(stretch.start, start, end)).add(clamp(stretch.end, start, end));
  const gone = removed.filter(({ at }) =>
    isWhole
      ? true
      : (at > start && at < end) || (at === start && added.some((stretch) => stretch.start === at)),
  );
  for (const { at } of gone) cuts.add(at);
  const borders = [...cuts].toSorted((left, right) => left - right);
  const pieces: WordPiece[] = [];
  for (const [index, from] of borders.entries()) {
    for (const removal of gone)
      if (removal.at === from) pieces.push({ kind: 'went', text: removal.text });
    const to = borders[index + 1];
    if (to === undefined) break;
    const isNew = added.some((stretch) => stretch.start <= from && stretch.end >= to);
    pieces.push({ kind: isNew ? 'came' : 'same', text: text.slice(from, to) });
  }
  return pieces.filter((piece) => piece.text !== '');
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Pieces whose long unchanged text is cut, at the side away from the change. */
function shortened(pieces: readonly WordPiece[]): readonly WordPiece[] {
  return pieces.map((piece, index) => {
    if (piece.kind !== 'same' || piece.text.length <= longestContext) return piece;
    const head = index === 0 ? '' : firstWords(piece.text);
    const tail = index === pieces.length - 1 ? '' : lastWords(piece.text);
    return { kind: 'same', text: `${head}…${tail}` };
  });
}

function firstWords(text: string): string {
  return /^.{0,22}(?=\s|$)/s.exec(text)?.[0] || beginningOf(text, 16);
}

function lastWords(text: string): string {
  return /(?<=\s).{0,22}$/s.exec(text)?.[0] || text.slice(cutAfter(text, text.length - 16));
}
