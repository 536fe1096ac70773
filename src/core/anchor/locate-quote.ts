import search from 'approx-string-match';
import { collapseSpace } from '../text/similarity.ts';
import type { Quote, SourceRange } from './anchor.ts';
import { makeCarrier } from './carry.ts';
import { contextFit } from './context.ts';
import type { Haystack } from './haystack.ts';
import { makeShareBound, tellingShareIn } from './telling.ts';

/** How a quote was found: with both its contexts, exactly by itself, or with changes. */
export type FoundBy = 'contexts' | 'exact' | 'approximate';

/** A quote found again. */
export interface Located {
  readonly how: FoundBy;
  readonly range: SourceRange;
  /** From 0 to 1, of quote, prefix, suffix and nearness together. */
  readonly score: number;
  /** How alike the text there is to the quote, from 0 to 1. */
  readonly similarity: number;
}

/** Where to look for a quote. */
export interface Search {
  readonly haystack: Haystack;
  /** Offset of the original text at which the quote is expected. */
  readonly hint: number;
  /** Tells places that may be taken from those that belong to other text; all may be taken without it. */
  readonly isFree?: (range: SourceRange) => boolean;
  /** How often the quote stood in its own version; more than once asks for its contexts. */
  readonly copies?: number;
  /** Leave out places where the quote stands with changes. */
  readonly exactly?: boolean;
}

/** Fewest characters of a quote that may be matched with changes. */
export const shortestLoose = 16;
/** Lowest score, lead over the runner-up, text similarity and share of telling words of a match with changes. */
export const floor = { score: 0.72, lead: 0.03, similarity: 0.5, telling: 0.4 } as const;
/** Lead of an exact match over the runner-up. */
const exactLead = 0.1;
/** Of equal exact matches the nearest is taken if the next one is this many times as far away, and then some. */
const farther = 8;
const leastApart = 200;
/** An exact match of this length needs no context when it is the only one. */
const distinctive = 40;
/** Least context, over both sides, of an exact match that is not distinctive. */
const leastContext = 0.75;

/** A shorter match that is the only one of its text needs this length, and this much of one context. */
const leastOnly = 8;
const leastSide = 0.8;

/** Least context, over both sides, of a quote that stood more than once: its copies are look-alikes of it. */
const contextOfCopy = 0.7;

const weights = { quote: 0.5, prefix: 0.22, suffix: 0.22, nearness: 0.06 } as const;

interface Candidate extends SourceRange {
  readonly score: number;
  readonly similarity: number;
  /** How much of both contexts stands around it, and of the one that agrees better. */
  readonly context: number;
  readonly betterSide: number;
  /** Characters from where the quote was expected. */
  readonly distance: number;
}

/** Finds a quote in a text, or nothing when no place is good enough or none leads clearly. */
export function locateQuote(quote: Quote, search: Search): Located | undefined {
  const needle = normalise(quote);
  if (needle.exact === '') return undefined;
  const exact = exactCandidates(needle, search);
  const found =
    byContexts(exact) ??
    byExact(needle, exact, search.copies ?? 1) ??
    (search.exactly === true ? undefined : approximate(needle, search));
  if (found === undefined) return undefined;
  const { how, candidate } = found;
  const range = search.haystack.original(candidate);
  return { how, range, score: candidate.score, similarity: candidate.similarity };
}

/** Every place where a quote stands exactly, space apart, the best by its contexts and nearness first. */
export function exactPlaces(quote: Quote, task: Search): SourceRange[] {
  const needle = normalise(quote);
  if (needle.exact === '') return [];
  return exactCandidates(needle, task).map((candidate) => task.haystack.original(candidate));
}

interface Found {
  readonly how: FoundBy;
  readonly candidate: Candidate;
}

function normalise({ exact, prefix, suffix }: Quote): Quote {
  return {
    exact: collapseSpace(exact),
    prefix: collapseSpace(prefix),
    suffix: collapseSpace(suffix),
  };
}

/** Most places of an exact quote whose contexts are compared closely. */
const mostRated = 12;

function exactCandidates(needle: Quote, search: Search): Candidate[] {
  const { text } = search.haystack;
  const hint = search.haystack.from(search.hint);
  const places = search.haystack.places(needle.exact).map((at) => {
    const context = equalContext(text, needle, at);
    return { at, promise: context - Math.abs(at - hint) / Math.max(1, text.length) };
  });
  places.sort((one, other) => other.promise - one.promise);
  const found: Candidate[] = [];
  for (const { at } of places) {
    if (found.length === mostRated) break;
    const range = { start: at, end: at + needle.exact.length };
    if (isFree(range, search)) found.push(rate(needle, range, { search, similarity: 1 }));
  }
  return found.sort((one, other) => other.score - one.score);
}

/** Characters on both sides of a place that agree with the quote's contexts without a break. */
function equalContext(text: string, { exact, prefix, suffix }: Quote, at: number): number {
  let before = text[at - 1] === ' ' ? at - 2 : at - 1;
  let count = 0;
  for (let from = prefix.length - 1; from >= 0 && text[before] === prefix[from]; from--, before--) {
    count++;
  }
  let after = at + exact.length;
  if (text[after] === ' ') after++;
  for (let from = 0; from < suffix.length && text[after] === suffix[from]; from++, after++) {
    count++;
  }
  return count;
}

function isFree(range: SourceRange, { haystack, isFree: free }: Search): boolean {
  return free === undefined || free(haystack.original(range));
}

function rate(
  needle: Quote,
  range: SourceRange,
  { search, similarity: alike }: { search: Search; similarity: number },
): Candidate {
  const { text } = search.haystack;
  const { prefix, suffix } = contextFit(text, range, needle);
  const hint = search.haystack.from(search.hint);
  const distance = Math.abs(range.start - hint);
  const nearness = 1 - distance / Math.max(1, text.length, hint);
  const score =
    weights.quote * alike +
    weights.prefix * prefix +
    weights.suffix * suffix +
    weights.nearness * nearness;
  return {
    ...range,
    score,
    similarity: alike,
    context: (prefix + suffix) / 2,
    betterSide: Math.max(prefix, suffix),
    distance,
  };
}

/** Step 2: the quote with both contexts. */
function byContexts(exact: readonly Candidate[]): Found | undefined {
  const [best, second] = exact;
  if (best === undefined || best.context < 1) return undefined;
  if (second !== undefined && second.context === 1) return undefined;
  return { how: 'contexts', candidate: best };
}

/** Step 3: the quote where it leads every other candidate clearly, or is by far the nearest of equal ones. */
function byExact(needle: Quote, exact: readonly Candidate[], copies: number): Found | undefined {
  const [best] = exact;
  if (best === undefined) return undefined;
  const rivals = exact.filter((candidate) => best.score - candidate.score < exactLead);
  const [nearest, next] = rivals.toSorted((one, other) => one.distance - other.distance);
  if (nearest === undefined) return undefined;
  const isClear = next === undefined || nearest.distance * farther + leastApart < next.distance;
  const isAlone = exact.length === 1;
  if (!isClear || !isBelievable(needle.exact, nearest, { copies, isAlone })) return undefined;
  return { how: 'exact', candidate: nearest };
}

function isBelievable(
  exact: string,
  { context, betterSide }: Candidate,
  { copies, isAlone }: { readonly copies: number; readonly isAlone: boolean },
): boolean {
  if (copies > 1) return context >= contextOfCopy;
  if (exact.length >= distinctive || context >= leastContext) return true;
  return isAlone && exact.length >= leastOnly && betterSide >= leastSide;
}

/** Step 4: the quote with changes. */
function approximate(needle: Quote, search: Search): Found | undefined {
  if (needle.exact.length < shortestLoose) return undefined;
  const candidates = looseCandidates(needle, search);
  candidates.sort((one, other) => other.score - one.score);
  const [best] = candidates;
  if (best === undefined || best.score < floor.score) return undefined;
  const second = candidates.find(({ start, end }) => end <= best.start || start >= best.end);
  if (second !== undefined && best.score - second.score < floor.lead) return undefined;
  return { how: 'approximate', candidate: best };
}

const placesLooked = 8;
const aroundPlace = 64;
/** A longer quote is compared by words, since comparing characters costs the square of its length. */
const longestByCharacter = 512;

function looseCandidates(needle: Quote, task: Search): Candidate[] {
  const { haystack } = task;
  const length = needle.exact.length;
  const candidates: Candidate[] = [];
  const mostTelling = makeShareBound(needle.exact);
  for (const place of [haystack.from(task.hint), ...haystack.likely(needle.exact, placesLooked)]) {
    const from = Math.max(0, place - aroundPlace);
    const part = haystack.text.slice(from, place + Math.ceil(length * 1.5) + aroundPlace);
    // Comparing characters is what costs here, and in most places hardly a word of the quote stands at all.
    if (mostTelling(part) < floor.telling) continue;
    for (const match of looseMatches(part, needle.exact)) {
      const range = { start: from + match.start, end: from + match.end };
      const isAlike =
        match.similarity >= floor.similarity &&
        tellingShareIn(needle.exact, part.slice(match.start, match.end)) >= floor.telling;
      if (!isAlike || !isFree(range, task)) continue;
      const candidate = rate(needle, range, { search: task, similarity: match.similarity });
      const isCopy = (task.copies ?? 1) > 1 && match.similarity === 1;
      if (!isCopy || candidate.context >= contextOfCopy) candidates.push(candidate);
    }
  }
  return candidates;
}

interface Match extends SourceRange {
  readonly similarity: number;
}

/** The likeliest places of a quote within a part of the text. */
function looseMatches(part: string, exact: string): readonly Match[] {
  if (exact.length > longestByCharacter) {
    const landing = makeCarrier(exact, part).carry({ start: 0, end: exact.length });
    return landing === undefined ? [] : [{ ...landing.range, similarity: landing.similarity }];
  }
  const matches = search(part, exact, Math.floor(exact.length * (1 - floor.similarity)));
  return matches.slice(0, 4).map(({ start, end, errors }) => {
    return { start, end, similarity: 1 - errors / Math.max(exact.length, end - start) };
  });
}
