import { diffWordsWithSpace } from 'diff';
import { alignSequences } from '../text/align-sequences.ts';
import type { Block } from './block.ts';

/** Words that a block of the new text has and its previous version had not, as a range of the block's text. */
interface AddedWords {
  readonly start: number;
  readonly end: number;
}

/** Removed words, and the offset in the new block's text at which they were. */
interface RemovedWords {
  readonly at: number;
  readonly text: string;
}

/** A block of the new text that was added or changed. */
export interface ChangedBlock {
  readonly index: number;
  readonly change: 'added' | 'changed';
  readonly added: readonly AddedWords[];
  readonly removed: readonly RemovedWords[];
}

/** A removed block, and the block of the new text before which it was. */
export interface RemovedBlock {
  /** 1-based; one more than the number of blocks when it was at the end. */
  readonly before: number;
  readonly text: string;
  readonly kind: Block['kind'];
  /** 1 to 6, for headings alone. */
  readonly level?: number;
}

/** What changed from one version of a document to another, as a reader sees it. */
export interface BlockChanges {
  readonly blocks: readonly ChangedBlock[];
  readonly removed: readonly RemovedBlock[];
}

/** Least share of common words of two blocks that count as one changed block. */
const minSimilarity = 0.4;

/** How many new blocks are compared with an old one. */
const maxLookahead = 60;

/** Longest block, in characters, that is compared word by word. */
const maxComparedLength = 20_000;

/** Returns the changes between the blocks of two versions; moved text counts as removed and added. */
export function compareBlocks(before: readonly Block[], after: readonly Block[]): BlockChanges {
  const numbers = new Map<string, number>();
  const numberOf = (block: Block): number => {
    const key = JSON.stringify([block.kind, block.level, displayText(block)]);
    const existing = numbers.get(key) ?? numbers.size;
    numbers.set(key, existing);
    return existing;
  };
  const unchanged = alignSequences(before.map(numberOf), after.map(numberOf));
  const end = { oldStart: before.length, newStart: after.length, length: 0 };
  const blocks: ChangedBlock[] = [];
  const removed: RemovedBlock[] = [];
  let [old, next] = [0, 0];
  for (const { oldStart, newStart, length } of [...unchanged, end]) {
    const paired = pairBlocks(before.slice(old, oldStart), after.slice(next, newStart));
    const from = next + 1;
    blocks.push(...paired.blocks);
    removed.push(
      ...paired.removed.map(({ block, addedBefore }) => removedBlock(block, from + addedBefore)),
    );
    [old, next] = [oldStart + length, newStart + length];
  }
  return { blocks, removed };
}

const flowing: ReadonlySet<Block['kind']> = new Set(['heading', 'paragraph', 'list-item']);

/** A block's text as it is shown: line breaks of prose in the source do not matter. */
function displayText({ kind, text }: Block): string {
  return flowing.has(kind) ? text.replaceAll('\n', ' ') : text;
}

function wholeBlock({ index, text }: Block): ChangedBlock {
  return { index, change: 'added', added: [{ start: 0, end: text.length }], removed: [] };
}

function removedBlock({ text, kind, level }: Block, before: number): RemovedBlock {
  return { before, text, kind, ...(level === undefined ? {} : { level }) };
}

interface UnpairedBlock {
  readonly block: Block;
  /** How many of the added blocks come before it. */
  readonly addedBefore: number;
}

/** Pairs the blocks of a change in order, each old one with the next similar new one. */
function pairBlocks(
  old: readonly Block[],
  added: readonly Block[],
): { blocks: ChangedBlock[]; removed: UnpairedBlock[] } {
  const blocks: ChangedBlock[] = [];
  const removed: UnpairedBlock[] = [];
  const addedWords = added.map(wordsOf);
  let next = 0;
  for (const block of old) {
    const words = new Set(wordsOf(block));
    const isSimilar = (index: number): boolean =>
      added[index]?.kind === block.kind && areSimilar(words, addedWords[index] ?? []);
    const last = Math.min(added.length, next + maxLookahead);
    let match = next;
    while (match < last && !isSimilar(match)) match++;
    const partner = added[match];
    if (match === last || partner === undefined) {
      removed.push({ block, addedBefore: next });
      continue;
    }
    blocks.push(...added.slice(next, match).map(wholeBlock), changedBlock(block, partner));
    next = match + 1;
  }
  blocks.push(...added.slice(next).map(wholeBlock));
  return { blocks, removed };
}

function wordsOf({ text }: Block): readonly string[] {
  return text.match(/\S+/g) ?? [];
}

function areSimilar(words: ReadonlySet<string>, otherWords: readonly string[]): boolean {
  const common = otherWords.filter((word) => words.has(word)).length;
  return common >= minSimilarity * Math.max(words.size, otherWords.length);
}

function changedBlock(before: Block, after: Block): ChangedBlock {
  const { index, text } = after;
  const added: AddedWords[] = [];
  const removed: RemovedWords[] = [];
  if (before.text.length + text.length > maxComparedLength) {
    return {
      index,
      change: 'changed',
      added: [{ start: 0, end: text.length }],
      removed: [{ at: 0, text: before.text }],
    };
  }
  let offset = 0;
  for (const { inserted, deleted, kept } of wordChanges(displayText(before), displayText(after))) {
    if (deleted !== '') removed.push({ at: offset, text: deleted });
    if (inserted !== '') added.push({ start: offset, end: offset + inserted.length });
    offset += inserted.length + kept.length;
  }
  return { index, change: 'changed', added, removed };
}

/** Deleted words, those inserted for them, and what is kept up to the next change. */
interface WordChange {
  inserted: string;
  deleted: string;
  kept: string;
}

/** The changes from one text to another, those with nothing but white space between them as one. */
function wordChanges(before: string, after: string): readonly WordChange[] {
  const changes: WordChange[] = [{ inserted: '', deleted: '', kept: '' }];
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    let change = changes.at(-1);
    if (change === undefined) continue;
    if (added !== true && removed !== true) {
      change.kept += value;
      continue;
    }
    const isPhrase =
      change.inserted !== '' && change.deleted !== '' && /^[^\S\n]+$/.test(change.kept);
    if (change.kept !== '' && !isPhrase) {
      change = { inserted: '', deleted: '', kept: '' };
      changes.push(change);
    }
    const between = change.kept;
    change.kept = '';
    change.inserted += between + (added === true ? value : '');
    change.deleted += between + (removed === true ? value : '');
  }
  return changes.map(trimCommonEnd);
}

/** A change without the white space at the end of both sides. */
function trimCommonEnd({ inserted, deleted, kept }: WordChange): WordChange {
  const ends = [inserted, deleted].map((words) => words.slice(words.trimEnd().length));
  const end = ends[0] === ends[1] ? (ends[0] ?? '') : '';
  const cut = (words: string): string => words.slice(0, words.length - end.length);
  return { inserted: cut(inserted), deleted: cut(deleted), kept: end + kept };
}
