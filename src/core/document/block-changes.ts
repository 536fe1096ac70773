import { diffArrays, diffWordsWithSpace } from 'diff';
import type { Block } from './block.ts';

/** Words that a block of the new text has and its former self had not, as a range of the block's text. */
export interface AddedWords {
  readonly start: number;
  readonly end: number;
}

/** Words that are gone, and where in the new block's text they stood. */
export interface RemovedWords {
  readonly at: number;
  readonly text: string;
}

/** A block of the new text that is new or not as it was. */
export interface ChangedBlock {
  readonly index: number;
  readonly change: 'added' | 'changed';
  readonly added: readonly AddedWords[];
  readonly removed: readonly RemovedWords[];
}

/** A block that is gone, and the block of the new text before which it stood. */
export interface RemovedBlock {
  /** 1-based; one more than the number of blocks when it stood at the end. */
  readonly before: number;
  readonly text: string;
  readonly kind: Block['kind'];
}

/** What changed from one version of a document to another, as a reader sees it. */
export interface BlockChanges {
  readonly blocks: readonly ChangedBlock[];
  readonly removed: readonly RemovedBlock[];
}

/** Least share of common words at which two blocks are taken for one that was changed. */
const likeness = 0.4;

/** Longest block, in characters, that is compared word by word. */
const longestCompared = 20_000;

/** Compares the blocks of two versions; moved text counts as removed and added. */
export function compareBlocks(before: readonly Block[], after: readonly Block[]): BlockChanges {
  const runs = diffArrays([...before], [...after], { comparator: isSame });
  const blocks: ChangedBlock[] = [];
  const removed: RemovedBlock[] = [];
  let next = 1;
  for (let position = 0; position < runs.length; position++) {
    const run = runs[position];
    if (run === undefined) continue;
    if (run.removed === true) {
      const following = runs[position + 1];
      const added = following?.added === true ? following.value : [];
      if (added.length > 0) position++;
      const paired = pairBlocks(run.value, added);
      blocks.push(...paired.blocks);
      removed.push(...paired.gone.map(({ text, kind, at }) => ({ before: next + at, text, kind })));
      next += added.length;
    } else {
      if (run.added === true) blocks.push(...run.value.map(wholeBlock));
      next += run.value.length;
    }
  }
  return { blocks, removed };
}

function isSame(one: Block, other: Block): boolean {
  return one.kind === other.kind && one.text === other.text && one.level === other.level;
}

function wholeBlock({ index, text }: Block): ChangedBlock {
  return { index, change: 'added', added: [{ start: 0, end: text.length }], removed: [] };
}

interface GoneBlock {
  readonly text: string;
  readonly kind: Block['kind'];
  /** How many of the added blocks stand before it. */
  readonly at: number;
}

/** Pairs the blocks of a changed stretch in order, each old one with the next new one that is like it. */
function pairBlocks(
  old: readonly Block[],
  added: readonly Block[],
): { blocks: ChangedBlock[]; gone: GoneBlock[] } {
  const blocks: ChangedBlock[] = [];
  const gone: GoneBlock[] = [];
  let next = 0;
  for (const block of old) {
    const found = added.findIndex((candidate, at) => at >= next && isLike(block, candidate));
    const partner = added[found];
    if (partner === undefined) {
      gone.push({ text: block.text, kind: block.kind, at: next });
      continue;
    }
    blocks.push(...added.slice(next, found).map(wholeBlock), changedBlock(block, partner));
    next = found + 1;
  }
  blocks.push(...added.slice(next).map(wholeBlock));
  return { blocks, gone };
}

function isLike(one: Block, other: Block): boolean {
  if (one.kind !== other.kind) return false;
  const words = new Set(one.text.match(/\S+/g) ?? []);
  const others = other.text.match(/\S+/g) ?? [];
  const common = others.filter((word) => words.has(word)).length;
  return common >= likeness * Math.max(words.size, others.length);
}

function changedBlock(before: Block, { index, text }: Block): ChangedBlock {
  const added: AddedWords[] = [];
  const removed: RemovedWords[] = [];
  if (before.text.length + text.length > longestCompared) {
    return {
      index,
      change: 'changed',
      added: [{ start: 0, end: text.length }],
      removed: [{ at: 0, text: before.text }],
    };
  }
  let offset = 0;
  for (const { value, added: isAdded, removed: isRemoved } of diffWordsWithSpace(
    before.text,
    text,
  )) {
    if (isRemoved === true) {
      removed.push({ at: offset, text: value });
      continue;
    }
    if (isAdded === true) added.push({ start: offset, end: offset + value.length });
    offset += value.length;
  }
  return { index, change: 'changed', added, removed };
}
