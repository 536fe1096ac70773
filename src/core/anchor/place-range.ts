import type { SourceRange } from '../document/text-offsets.ts';
import { once } from '../once.ts';
import type { Quote } from './anchor.ts';
import { contextFit } from './context-fit.ts';
import { belongsToDuplicate } from './duplicates.ts';
import { locateQuote, minFuzzyLength, type QuoteMatchKind } from './locate-quote.ts';
import { type MappedRange, makeRangeMapper, type RangeMapper } from './range-mapper.ts';
import { makeSearchText, type SearchText } from './search-text.ts';
import { hasSameLetters } from './word-weight.ts';

/** A saved quote with its range in the version that it was saved with. */
export interface SavedRange {
  readonly quote: Quote;
  readonly source: SourceRange;
  /** How often the quote occurred in that version, when more than once. */
  readonly copies?: number;
}

/** The range in the new text, and how it was found. */
export interface PlacedRange {
  readonly kind: 'placed' | 'moved';
  readonly range: SourceRange;
  readonly how: 'carried' | QuoteMatchKind;
  readonly score: number;
  readonly similarity: number;
}

/** The text of the range is gone. */
export interface OrphanedRange {
  readonly kind: 'orphaned';
  /** Offset of the new text that corresponds to where it was. */
  readonly near: number;
}

/** Places any number of saved ranges in one new version of a text. */
export interface RangePlacer {
  place(saved: SavedRange): PlacedRange | OrphanedRange;
}

/** Makes a placer; `before` is the text of the version that the ranges were saved with. */
export function makeRangePlacer(before: string | undefined, after: string): RangePlacer {
  const texts = placementTexts(before, after);
  return { place: (saved) => placeRange(saved, texts) };
}

/** The old and the new text; without the old one there is no range mapper. */
export interface PlacementTexts {
  readonly before: string | undefined;
  readonly after: string;
  readonly rangeMapper: RangeMapper | undefined;
  /** Returns the new text for searching, made when it is first needed. */
  searchText(): SearchText;
  /** Returns the old text for searching. */
  previousSearchText(): SearchText;
}

/** Prepares two texts for placing; a text for searching is made unless one is passed. */
export function placementTexts(
  before: string | undefined,
  after: string,
  searchText: () => SearchText = once(() => makeSearchText(after)),
): PlacementTexts {
  const rangeMapper = before === undefined ? undefined : makeRangeMapper(before, after);
  const previousSearchText = once(() => makeSearchText(before ?? ''));
  return { before, after, rangeMapper, searchText, previousSearchText };
}

/**
 * Least similarity of mapped text to the quote, share of its words by weight, and share of adjacent text; the last is
 * required of short texts, which occur anywhere.
 */
export const mappedMinimum = { similarity: 0.5, sharedWeight: 0.4, adjacent: 0.3 } as const;
/** A range of which more than this share belongs to other text is not free. */
const maxForeignShare = 0.5;

/**
 * Places one saved range: mapped if its text is recognisable there, else located by its quote. The quote with both its
 * contexts wins over a range that was mapped elsewhere, and so does the intact quote over an altered one.
 */
export function placeRange(saved: SavedRange, texts: PlacementTexts): PlacedRange | OrphanedRange {
  const { rangeMapper } = texts;
  const mapped = rangeMapper?.mapRange(saved.source);
  const accepted = mapped && acceptMapped(saved, mapped, texts);
  const isWhole = accepted !== undefined && hasContexts(saved, accepted, texts);
  if (accepted?.similarity === 1 && isWhole) return accepted;
  const placed =
    accepted && !isWhole && isOfDuplicate(saved, accepted.range, texts) ? undefined : accepted;
  const hint = rangeMapper?.mapOffset(saved.source.start) ?? saved.source.start;
  const located = locateQuote(saved.quote, {
    searchText: texts.searchText(),
    hint,
    exactly: placed !== undefined,
    ...(rangeMapper === undefined && saved.copies !== undefined ? { copies: saved.copies } : {}),
    ...(rangeMapper === undefined
      ? {}
      : { isFree: (range) => rangeMapper.foreignShare(range, saved.source) <= maxForeignShare }),
  });
  const isIntact = placed?.similarity === 1;
  if (placed !== undefined && (located === undefined || (isIntact && located.how !== 'contexts'))) {
    return placed;
  }
  if (located === undefined) return { kind: 'orphaned', near: hint };
  const { how, range, score, similarity } = located;
  if (how === 'approximate' && isOfDuplicate(saved, range, texts)) {
    return { kind: 'orphaned', near: hint };
  }
  return { kind: how === 'approximate' ? 'moved' : 'placed', range, how, score, similarity };
}

function isOfDuplicate(saved: SavedRange, range: SourceRange, texts: PlacementTexts): boolean {
  const { quote, source } = saved;
  const { before, after, rangeMapper } = texts;
  if (before === undefined || rangeMapper === undefined) return false;
  const previousSearchText = texts.previousSearchText();
  return belongsToDuplicate({
    quote,
    source,
    range,
    before,
    after,
    previousSearchText,
    rangeMapper,
  });
}

function hasContexts(
  saved: SavedRange,
  { range }: PlacedRange,
  { after }: PlacementTexts,
): boolean {
  const { prefix, suffix } = contextFit(after, range, saved.quote);
  return prefix === 1 && suffix === 1;
}

/** The mapped range, if its text is still recognisably the quote. */
function acceptMapped(
  { quote }: SavedRange,
  { range, similarity, sharedWeight, adjacent }: MappedRange,
  { after }: PlacementTexts,
): PlacedRange | undefined {
  const isShort = quote.exact.trim().length < minFuzzyLength;
  const isSame =
    similarity === 1 || hasSameLetters(quote.exact, after.slice(range.start, range.end));
  const isSimilar =
    !isShort &&
    similarity >= mappedMinimum.similarity &&
    sharedWeight >= mappedMinimum.sharedWeight;
  if (isShort ? !isSame || adjacent < mappedMinimum.adjacent : !isSame && !isSimilar) {
    return undefined;
  }
  const score = isSame ? 1 : similarity;
  return { kind: 'placed', range, how: 'carried', score, similarity: score };
}
