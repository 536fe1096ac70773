import searchApproximately from 'approx-string-match';
import type { SourceRange } from '../document/text-offsets.ts';
import { oneLine } from '../text/one-line.ts';
import type { Quote } from './anchor.ts';
import { contextFit } from './context-fit.ts';
import { makeRangeMapper } from './range-mapper.ts';
import type { SearchText } from './search-text.ts';
import { makeSharedWeightBound, sharedWeight } from './word-weight.ts';

/** How a quote was found: with both its contexts, exactly by itself, or with changes. */
export type QuoteMatchKind = 'contexts' | 'exact' | 'approximate';

/** The range of a quote in a text. */
export interface LocatedQuote {
  readonly how: QuoteMatchKind;
  readonly range: SourceRange;
  /** From 0 to 1, of quote, prefix, suffix and nearness together. */
  readonly score: number;
  /** How alike the text there is to the quote, from 0 to 1. */
  readonly similarity: number;
}

/** Where to look for a quote. */
export interface Search {
  readonly searchText: SearchText;
  /** Offset of the original text at which the quote is expected. */
  readonly hint: number;
  /** Returns whether a range may be taken, since it belongs to no other text; without it all may. */
  readonly isFree?: (range: SourceRange) => boolean;
  /** How often the quote occurred in its own version; more than once requires its contexts. */
  readonly copies?: number;
  /** Skips ranges where the quote occurs with changes. */
  readonly exactly?: boolean;
}

/** Fewest characters of a quote that may be matched with changes. */
export const minFuzzyLength = 16;
/** Lowest score, lead over the runner-up, text similarity and shared word weight of a match with changes. */
export const fuzzyMinimum = {
  score: 0.72,
  lead: 0.03,
  similarity: 0.5,
  sharedWeight: 0.4,
} as const;
/** Lead of an exact match over the runner-up. */
const exactLead = 0.1;
/** Of equal exact matches the nearest is taken if the next one is this many times as far away, and then some. */
const distanceRatio = 8;
const minDistance = 200;
/** An exact match of this length needs no context when it is the only one. */
const distinctiveLength = 40;
/** Least context, over both sides, of an exact match that is shorter than that. */
const minContext = 0.75;

/** A shorter match that is the only one of its text needs this length, and this much of one context. */
const minSingleLength = 8;
const minSideContext = 0.8;

/** Least context, over both sides, of a quote that occurred more than once, to tell it from its duplicates. */
const minDuplicateContext = 0.7;

const weights = { quote: 0.5, prefix: 0.22, suffix: 0.22, nearness: 0.06 } as const;

interface Candidate extends SourceRange {
  readonly score: number;
  readonly similarity: number;
  /** Fit of both contexts, and of the one that fits better. */
  readonly context: number;
  readonly betterSide: number;
  /** Characters from where the quote was expected. */
  readonly distance: number;
}

/** Returns the range of a quote in a text, or undefined when none is good enough or none leads clearly. */
export function locateQuote(quote: Quote, search: Search): LocatedQuote | undefined {
  const needle = normalise(quote);
  if (needle.exact === '') return undefined;
  const exact = exactCandidates(needle, search);
  const match =
    byContexts(exact) ??
    byExact(needle, exact, search.copies ?? 1) ??
    (search.exactly === true ? undefined : approximate(needle, search));
  if (match === undefined) return undefined;
  const { how, candidate } = match;
  const range = search.searchText.toOriginal(candidate);
  return { how, range, score: candidate.score, similarity: candidate.similarity };
}

/** Returns every range where a quote occurs exactly, white space apart, the best by contexts and nearness first. */
export function exactOccurrences(quote: Quote, search: Search): SourceRange[] {
  const needle = normalise(quote);
  if (needle.exact === '') return [];
  return exactCandidates(needle, search).map((candidate) =>
    search.searchText.toOriginal(candidate),
  );
}

interface QuoteMatch {
  readonly how: QuoteMatchKind;
  readonly candidate: Candidate;
}

function normalise({ exact, prefix, suffix }: Quote): Quote {
  return {
    exact: oneLine(exact),
    prefix: oneLine(prefix),
    suffix: oneLine(suffix),
  };
}

/** Most occurrences of an exact quote whose contexts are compared closely. */
const maxRated = 12;

function exactCandidates(needle: Quote, search: Search): Candidate[] {
  const { text } = search.searchText;
  const hint = search.searchText.fromOriginal(search.hint);
  const occurrences = search.searchText.occurrences(needle.exact).map((start) => {
    const context = equalContext(text, needle, start);
    return { start, estimate: context - Math.abs(start - hint) / Math.max(1, text.length) };
  });
  occurrences.sort((first, second) => second.estimate - first.estimate);
  const candidates: Candidate[] = [];
  for (const { start } of occurrences) {
    if (candidates.length === maxRated) break;
    const range = { start, end: start + needle.exact.length };
    if (isFree(range, search)) candidates.push(rate(needle, range, { search, similarity: 1 }));
  }
  return candidates.sort(byScore);
}

const byScore = (first: Candidate, second: Candidate): number => second.score - first.score;

/** Characters on both sides of an occurrence that agree with the quote's contexts without a break. */
function equalContext(text: string, { exact, prefix, suffix }: Quote, start: number): number {
  let before = text[start - 1] === ' ' ? start - 2 : start - 1;
  let count = 0;
  for (let from = prefix.length - 1; from >= 0 && text[before] === prefix[from]; from--, before--) {
    count++;
  }
  let after = start + exact.length;
  if (text[after] === ' ') after++;
  for (let from = 0; from < suffix.length && text[after] === suffix[from]; from++, after++) {
    count++;
  }
  return count;
}

function isFree(range: SourceRange, { searchText, isFree: free }: Search): boolean {
  return free === undefined || free(searchText.toOriginal(range));
}

function rate(
  needle: Quote,
  range: SourceRange,
  { search, similarity }: { search: Search; similarity: number },
): Candidate {
  const { text } = search.searchText;
  const { prefix, suffix } = contextFit(text, range, needle);
  const hint = search.searchText.fromOriginal(search.hint);
  const distance = Math.abs(range.start - hint);
  const nearness = 1 - distance / Math.max(1, text.length, hint);
  const score =
    weights.quote * similarity +
    weights.prefix * prefix +
    weights.suffix * suffix +
    weights.nearness * nearness;
  return {
    ...range,
    score,
    similarity,
    context: (prefix + suffix) / 2,
    betterSide: Math.max(prefix, suffix),
    distance,
  };
}

/** Step 2: the quote with both contexts. */
function byContexts(exact: readonly Candidate[]): QuoteMatch | undefined {
  const [best, second] = exact;
  if (best === undefined || best.context < 1) return undefined;
  if (second !== undefined && second.context === 1) return undefined;
  return { how: 'contexts', candidate: best };
}

/** Step 3: the quote where it leads every other candidate clearly, or is by far the nearest of equal ones. */
function byExact(
  needle: Quote,
  exact: readonly Candidate[],
  copies: number,
): QuoteMatch | undefined {
  const [best] = exact;
  if (best === undefined) return undefined;
  const rivals = exact.filter((candidate) => best.score - candidate.score < exactLead);
  const [nearest, next] = rivals.toSorted((first, second) => first.distance - second.distance);
  if (nearest === undefined) return undefined;
  const isClear =
    next === undefined || nearest.distance * distanceRatio + minDistance < next.distance;
  const isAlone = exact.length === 1;
  if (!isClear || !isBelievable(needle.exact, nearest, { copies, isAlone })) return undefined;
  return { how: 'exact', candidate: nearest };
}

function isBelievable(
  exact: string,
  { context, betterSide }: Candidate,
  { copies, isAlone }: { readonly copies: number; readonly isAlone: boolean },
): boolean {
  if (copies > 1) return context >= minDuplicateContext;
  if (exact.length >= distinctiveLength || context >= minContext) return true;
  return isAlone && exact.length >= minSingleLength && betterSide >= minSideContext;
}

/** Step 4: the quote with changes. */
function approximate(needle: Quote, search: Search): QuoteMatch | undefined {
  if (needle.exact.length < minFuzzyLength) return undefined;
  const candidates = fuzzyCandidates(needle, search);
  candidates.sort(byScore);
  const [best] = candidates;
  if (best === undefined || best.score < fuzzyMinimum.score) return undefined;
  const second = candidates.find(({ start, end }) => end <= best.start || start >= best.end);
  if (second !== undefined && best.score - second.score < fuzzyMinimum.lead) return undefined;
  return { how: 'approximate', candidate: best };
}

/** Most parts of the text that are searched for a quote with changes, and how far they reach beyond it. */
const maxWindows = 8;
const windowMargin = 64;
/** A longer quote is compared by words, since comparing characters costs the square of its length. */
const maxCharacterLength = 512;

function fuzzyCandidates(needle: Quote, search: Search): Candidate[] {
  const { searchText } = search;
  const length = needle.exact.length;
  const candidates: Candidate[] = [];
  const maxSharedWeight = makeSharedWeightBound(needle.exact);
  const hint = searchText.fromOriginal(search.hint);
  for (const offset of [hint, ...searchText.candidates(needle.exact, maxWindows)]) {
    const start = Math.max(0, offset - windowMargin);
    const part = searchText.text.slice(start, offset + Math.ceil(length * 1.5) + windowMargin);
    // Comparing characters is what costs here, and most windows have hardly a word of the quote.
    if (maxSharedWeight(part) < fuzzyMinimum.sharedWeight) continue;
    for (const match of fuzzyMatches(part, needle.exact)) {
      const range = { start: start + match.start, end: start + match.end };
      const isSimilar =
        match.similarity >= fuzzyMinimum.similarity &&
        sharedWeight(needle.exact, part.slice(match.start, match.end)) >= fuzzyMinimum.sharedWeight;
      if (!isSimilar || !isFree(range, search)) continue;
      const candidate = rate(needle, range, { search, similarity: match.similarity });
      const isDuplicate = (search.copies ?? 1) > 1 && match.similarity === 1;
      if (!isDuplicate || candidate.context >= minDuplicateContext) candidates.push(candidate);
    }
  }
  return candidates;
}

interface FuzzyMatch extends SourceRange {
  readonly similarity: number;
}

/** The most similar ranges within a part of the text. */
function fuzzyMatches(part: string, exact: string): readonly FuzzyMatch[] {
  if (exact.length > maxCharacterLength) {
    const mapped = makeRangeMapper(exact, part).mapRange({ start: 0, end: exact.length });
    return mapped === undefined ? [] : [{ ...mapped.range, similarity: mapped.similarity }];
  }
  const matches = searchApproximately(
    part,
    exact,
    Math.floor(exact.length * (1 - fuzzyMinimum.similarity)),
  );
  return matches.slice(0, 4).map(({ start, end, errors }) => {
    return { start, end, similarity: 1 - errors / Math.max(exact.length, end - start) };
  });
}
