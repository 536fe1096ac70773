import { diffWordsWithSpace } from 'diff';
import { alignSequences } from '../text/align-sequences.ts';
import type { Block } from './block.ts';

/** Words that a block of the new text has and its former self had not, as a range of the block's text. */
interface AddedWords {
  readonly start: number;
  readonly end: number;
}

/** Words that are gone, and where in the new block's text they stood. */
interface RemovedWords {
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
  /** 1 to 6, for headings alone. */
  readonly level?: number;
}

/** What changed from one version of a document to another, as a reader sees it. */
export interface BlockChanges {
  readonly blocks: readonly ChangedBlock[];
  readonly removed: readonly RemovedBlock[];
}

/** Least share of common words at which two blocks are taken for one that was changed. */
const likeness = 0.4;

/** How many new blocks are looked at for the one that an old block has become. */
const mostAhead = 60;

/** Longest block, in characters, that is compared word by word. */
const longestCompared = 20_000;

/** Compares the blocks of two versions; moved text counts as removed and added. */
export function compareBlocks(before: readonly Block[], after: readonly Block[]): BlockChanges {
  const numbers = new Map<string, number>();
  const numberOf = (block: Block): number => {
    const key = JSON.stringify([block.kind, block.level, shown(block)]);
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  const kept = alignSequences(before.map(numberOf), after.map(numberOf));
  const end = { oldStart: before.length, newStart: after.length, length: 0 };
  const blocks: ChangedBlock[] = [];
  const removed: RemovedBlock[] = [];
  let [old, next] = [0, 0];
  for (const { oldStart, newStart, length } of [...kept, end]) {
    const paired = pairBlocks(before.slice(old, oldStart), after.slice(next, newStart));
    const from = next + 1;
    blocks.push(...paired.blocks);
    removed.push(...paired.gone.map(({ block, at }) => removedBlock(block, from + at)));
    [old, next] = [oldStart + length, newStart + length];
  }
  return { blocks, removed };
}

const flowing: ReadonlySet<Block['kind']> = new Set(['heading', 'paragraph', 'list-item']);

/** A block's text as it is shown: where prose is broken into lines in the source does not matter. */
function shown({ kind, text }: Block): string {
  return flowing.has(kind) ? text.replaceAll('\n', ' ') : text;
}

function wholeBlock({ index, text }: Block): ChangedBlock {
  return { index, change: 'added', added: [{ start: 0, end: text.length }], removed: [] };
}

function removedBlock({ text, kind, level }: Block, before: number): RemovedBlock {
  return { before, text, kind, ...(level === undefined ? {} : { level }) };
}

interface GoneBlock {
  readonly block: Block;
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
  const addedWords = added.map(wordsOf);
  let next = 0;
  for (const block of old) {
    const words = new Set(wordsOf(block));
    const isLike = (at: number): boolean =>
      added[at]?.kind === block.kind && areLike(words, addedWords[at] ?? []);
    const last = Math.min(added.length, next + mostAhead);
    let found = next;
    while (found < last && !isLike(found)) found++;
    const partner = added[found];
    if (found === last || partner === undefined) {
      gone.push({ block, at: next });
      continue;
    }
    blocks.push(...added.slice(next, found).map(wholeBlock), changedBlock(block, partner));
    next = found + 1;
  }
  blocks.push(...added.slice(next).map(wholeBlock));
  return { blocks, gone };
}

function wordsOf({ text }: Block): readonly string[] {
  return text.match(/\S+/g) ?? [];
}

function areLike(words: ReadonlySet<string>, others: readonly string[]): boolean {
  const common = others.filter((word) => words.has(word)).length;
  return common >= likeness * Math.max(words.size, others.length);
}

function changedBlock(before: Block, after: Block): ChangedBlock {
  const { index, text } = after;
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
  for (const { came, gone, kept } of wordRuns(shown(before), shown(after))) {
    if (gone !== '') removed.push({ at: offset, text: gone });
    if (came !== '') added.push({ start: offset, end: offset + came.length });
    offset += came.length + kept.length;
  }
  return { index, change: 'changed', added, removed };
}

/** Words that went, those that came for them, and what stayed up to the next change. */
interface WordRun {
  came: string;
  gone: string;
  kept: string;
}

/** The changes from one text to another, those with nothing but white space between them as one. */
function wordRuns(before: string, after: string): readonly WordRun[] {
  const runs: WordRun[] = [{ came: '', gone: '', kept: '' }];
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    let run = runs.at(-1);
    if (run === undefined) continue;
    if (added !== true && removed !== true) {
      run.kept += value;
      continue;
    }
    const isPhrase = run.came !== '' && run.gone !== '' && /^[^\S\n]+$/.test(run.kept);
    if (run.kept !== '' && !isPhrase) {
      run = { came: '', gone: '', kept: '' };
      runs.push(run);
    }
    const between = run.kept;
    run.kept = '';
    run.came += between + (added === true ? value : '');
    run.gone += between + (removed === true ? value : '');
  }
  return runs.map(withoutCommonEnd);
}

/** A change without the white space in which both of its sides end. */
function withoutCommonEnd({ came, gone, kept }: WordRun): WordRun {
  const ends = [came, gone].map((words) => words.slice(words.trimEnd().length));
  const end = ends[0] === ends[1] ? (ends[0] ?? '') : '';
  const cut = (words: string): string => words.slice(0, words.length - end.length);
  return { came: cut(came), gone: cut(gone), kept: end + kept };
}
