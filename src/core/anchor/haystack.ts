import type { SourceRange } from './anchor.ts';

/** A text made ready for searching: white space as single spaces, and the way back to the text itself. */
export interface Haystack {
  readonly text: string;
  /** The searched text's offset for one of the original text. */
  from(offset: number): number;
  /** The original range of a range of the searched text. */
  original(range: SourceRange): SourceRange;
  /** Every offset at which the needle stands, in order. */
  places(needle: string): number[];
  /** Offsets at which stretches of the needle may stand, the likeliest first, `limit` of them at most. */
  likely(needle: string, limit: number): number[];
}

/** Makes a text ready for searching. */
export function makeHaystack(original: string): Haystack {
  const { text, offsets } = collapse(original);
  let made: GramIndex | undefined;
  const index = (): GramIndex => {
    made ??= indexGrams(text);
    return made;
  };
  return {
    text,
    from: (offset) => lowerBound(offsets, offset),
    original: ({ start, end }) => ({
      start: offsets[start] ?? original.length,
      end: end === 0 ? 0 : (offsets[end - 1] ?? original.length - 1) + 1,
    }),
    places: (needle) =>
      needle.length < gramLength ? placesByScan(text, needle) : placesByGram(text, needle, index()),
    likely: (needle, limit) => likelyOffsets(index(), needle, limit),
  };
}

function collapse(original: string): { text: string; offsets: Int32Array } {
  const offsets = new Int32Array(original.length);
  const parts: string[] = [];
  let length = 0;
  for (const { 0: part, index } of original.matchAll(/\s+|\S+/g)) {
    const isSpace = part.trim() === '';
    const kept = isSpace ? 1 : part.length;
    for (let at = 0; at < kept; at++) offsets[length++] = index + at;
    parts.push(isSpace ? ' ' : part);
  }
  return { text: parts.join(''), offsets: offsets.subarray(0, length) };
}

function lowerBound(sorted: Int32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Positions of every four-character gram, grouped by hash: `positions[firsts[h]..firsts[h + 1]]`. */
interface GramIndex {
  readonly firsts: Int32Array;
  readonly positions: Int32Array;
}

const gramLength = 4;
const hashBits = 17;

function hashAt(text: string, at: number): number {
  let hash = 0;
  for (let offset = 0; offset < gramLength; offset++) {
    hash = Math.imul(hash, 31) + text.charCodeAt(at + offset);
  }
  return Math.imul(hash, 0x9e3779b1) >>> (32 - hashBits);
}

function indexGrams(text: string): GramIndex {
  const count = Math.max(0, text.length - gramLength + 1);
  const hashes = new Int32Array(count);
  const firsts = new Int32Array((1 << hashBits) + 1);
  for (let at = 0; at < count; at++) {
    const hash = hashAt(text, at);
    hashes[at] = hash;
    firsts[hash + 1] = (firsts[hash + 1] ?? 0) + 1;
  }
  for (let hash = 0; hash < firsts.length - 1; hash++) {
    firsts[hash + 1] = (firsts[hash + 1] ?? 0) + (firsts[hash] ?? 0);
  }
  const next = firsts.slice();
  const positions = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    const hash = hashes[at] ?? 0;
    positions[next[hash] ?? 0] = at;
    next[hash] = (next[hash] ?? 0) + 1;
  }
  return { firsts, positions };
}

function placesByScan(text: string, needle: string): number[] {
  const places: number[] = [];
  if (needle === '') return places;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) places.push(at);
  return places;
}

/** Looks only where the needle's rarest gram stands. */
function placesByGram(text: string, needle: string, { firsts, positions }: GramIndex): number[] {
  let [rarest, fewest] = [0, Number.POSITIVE_INFINITY];
  for (let at = 0; at + gramLength <= needle.length; at++) {
    const hash = hashAt(needle, at);
    const count = (firsts[hash + 1] ?? 0) - (firsts[hash] ?? 0);
    if (count < fewest) [rarest, fewest] = [at, count];
  }
  const first = firsts[hashAt(needle, rarest)] ?? 0;
  const places: number[] = [];
  for (const position of positions.subarray(first, first + fewest)) {
    if (text.startsWith(needle, position - rarest) && position >= rarest) {
      places.push(position - rarest);
    }
  }
  return places;
}

/** A gram that stands more often than this says nothing about the place. */
const commonGram = 64;
/** A place needs this many votes, and of all grams this share. */
const leastVotes = 4;
const leastShare = 0.12;
/** Votes for starts this close to each other count together. */
const slack = 32;

/** Each gram of the needle votes for where the needle would start; the places with most votes win. */
function likelyOffsets(index: GramIndex, needle: string, limit: number): number[] {
  const votes = new Map<number, number>();
  for (let at = 0; at + gramLength <= needle.length; at++) {
    const hash = hashAt(needle, at);
    const first = index.firsts[hash] ?? 0;
    const end = index.firsts[hash + 1] ?? first;
    if (end - first > commonGram) continue;
    for (let position = first; position < end; position++) {
      const cell = Math.round(((index.positions[position] ?? 0) - at) / slack);
      votes.set(cell, (votes.get(cell) ?? 0) + 1);
    }
  }
  const together = [...votes].map(([cell, count]): [number, number] => [
    cell,
    count + (votes.get(cell - 1) ?? 0) + (votes.get(cell + 1) ?? 0),
  ]);
  together.sort((one, other) => other[1] - one[1] || one[0] - other[0]);
  const chosen: number[] = [];
  const least = Math.max(leastVotes, needle.length * leastShare);
  for (const [cell, count] of together) {
    if (chosen.length === limit || count < least) break;
    if (!chosen.some((taken) => Math.abs(taken - cell) <= 1)) chosen.push(cell);
  }
  return chosen.map((cell) => Math.max(0, cell * slack));
}
