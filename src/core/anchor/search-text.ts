import type { SourceRange } from '../document/text-offsets.ts';
import { once } from '../once.ts';
import { firstIndex } from '../text/first-index.ts';

/** A text prepared for searching: white space collapsed to single spaces, with the way back to the original. */
export interface SearchText {
  readonly text: string;
  /** Returns the offset in the searched text of an offset in the original text. */
  fromOriginal(offset: number): number;
  /** Returns the original range of a range of the searched text. */
  toOriginal(range: SourceRange): SourceRange;
  /** Returns every offset at which the needle occurs, in order. */
  occurrences(needle: string): number[];
  /** Returns offsets near which the needle may occur with changes, the likeliest first, `limit` of them at most. */
  candidates(needle: string, limit: number): number[];
}

/** Prepares a text for searching; the index is made when it is first needed. */
export function makeSearchText(original: string): SearchText {
  const { text, offsets } = collapse(original);
  const index = once(() => indexGrams(text));
  return {
    text,
    fromOriginal: (offset) =>
      firstIndex(offsets.length, (index) => (offsets[index] ?? 0) >= offset),
    toOriginal: ({ start, end }) => ({
      start: offsets[start] ?? original.length,
      end: end === 0 ? 0 : (offsets[end - 1] ?? original.length - 1) + 1,
    }),
    occurrences: (needle) =>
      needle.length < gramLength
        ? occurrencesByScan(text, needle)
        : occurrencesByGram(text, needle, index()),
    candidates: (needle, limit) => candidateOffsets(index(), needle, limit),
  };
}

function collapse(original: string): { text: string; offsets: Int32Array } {
  const offsets = new Int32Array(original.length);
  const parts: string[] = [];
  let length = 0;
  for (const { 0: part, index } of original.matchAll(/\s+|\S+/g)) {
    const isSpace = part.trim() === '';
    const count = isSpace ? 1 : part.length;
    for (let offset = 0; offset < count; offset++) offsets[length++] = index + offset;
    parts.push(isSpace ? ' ' : part);
  }
  return { text: parts.join(''), offsets: offsets.subarray(0, length) };
}

/** Positions of every four-character gram, grouped by hash: `positions[firsts[h]..firsts[h + 1]]`. */
interface GramIndex {
  readonly firsts: Int32Array;
  readonly positions: Int32Array;
}

const gramLength = 4;
const hashBits = 17;

function hashAt(text: string, start: number): number {
  let hash = 0;
  for (let offset = 0; offset < gramLength; offset++) {
    hash = Math.imul(hash, 31) + text.charCodeAt(start + offset);
  }
  return Math.imul(hash, 0x9e3779b1) >>> (32 - hashBits);
}

function indexGrams(text: string): GramIndex {
  const count = Math.max(0, text.length - gramLength + 1);
  const hashes = new Int32Array(count);
  const firsts = new Int32Array((1 << hashBits) + 1);
  for (let offset = 0; offset < count; offset++) {
    const hash = hashAt(text, offset);
    hashes[offset] = hash;
    firsts[hash + 1] = (firsts[hash + 1] ?? 0) + 1;
  }
  for (let hash = 0; hash < firsts.length - 1; hash++) {
    firsts[hash + 1] = (firsts[hash + 1] ?? 0) + (firsts[hash] ?? 0);
  }
  const next = firsts.slice();
  const positions = new Int32Array(count);
  for (let offset = 0; offset < count; offset++) {
    const hash = hashes[offset] ?? 0;
    positions[next[hash] ?? 0] = offset;
    next[hash] = (next[hash] ?? 0) + 1;
  }
  return { firsts, positions };
}

function occurrencesByScan(text: string, needle: string): number[] {
  const offsets: number[] = [];
  if (needle === '') return offsets;
  for (let start = text.indexOf(needle); start >= 0; start = text.indexOf(needle, start + 1)) {
    offsets.push(start);
  }
  return offsets;
}

/** Compares only where the needle's rarest gram occurs. */
function occurrencesByGram(text: string, needle: string, index: GramIndex): number[] {
  const { firsts, positions } = index;
  let [rarest, fewest] = [0, Number.POSITIVE_INFINITY];
  for (let offset = 0; offset + gramLength <= needle.length; offset++) {
    const hash = hashAt(needle, offset);
    const count = (firsts[hash + 1] ?? 0) - (firsts[hash] ?? 0);
    if (count < fewest) [rarest, fewest] = [offset, count];
  }
  const first = firsts[hashAt(needle, rarest)] ?? 0;
  const offsets: number[] = [];
  for (const position of positions.subarray(first, first + fewest)) {
    if (text.startsWith(needle, position - rarest) && position >= rarest) {
      offsets.push(position - rarest);
    }
  }
  return offsets;
}

/** A gram that occurs more often than this says nothing about the position. */
const maxGramCount = 64;
/** A position needs this many votes, and of all grams this share. */
const minVotes = 4;
const minVoteShare = 0.12;
/** Votes for starts this close to each other count together. */
const slack = 32;

/** Each gram of the needle votes for the offset at which the needle would start; the offsets with most votes win. */
function candidateOffsets(index: GramIndex, needle: string, limit: number): number[] {
  const votes = new Map<number, number>();
  for (let offset = 0; offset + gramLength <= needle.length; offset++) {
    const hash = hashAt(needle, offset);
    const first = index.firsts[hash] ?? 0;
    const end = index.firsts[hash + 1] ?? first;
    if (end - first > maxGramCount) continue;
    for (let position = first; position < end; position++) {
      const cell = Math.round(((index.positions[position] ?? 0) - offset) / slack);
      votes.set(cell, (votes.get(cell) ?? 0) + 1);
    }
  }
  const sums = [...votes].map(([cell, count]): [number, number] => [
    cell,
    count + (votes.get(cell - 1) ?? 0) + (votes.get(cell + 1) ?? 0),
  ]);
  sums.sort((first, second) => second[1] - first[1] || first[0] - second[0]);
  const selected: number[] = [];
  const minimum = Math.max(minVotes, needle.length * minVoteShare);
  for (const [cell, count] of sums) {
    if (selected.length === limit || count < minimum) break;
    if (!selected.some((neighbour) => Math.abs(neighbour - cell) <= 1)) selected.push(cell);
  }
  return selected.map((cell) => Math.max(0, cell * slack));
}
