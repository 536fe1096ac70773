import { once } from '../once.ts';
import type { Quote, SourceRange } from './anchor.ts';
import { type Carrier, type Landing, makeCarrier } from './carry.ts';
import { contextFit } from './context.ts';
import { type Haystack, makeHaystack } from './haystack.ts';
import { type FoundBy, locateQuote, shortestLoose } from './locate-quote.ts';
import { sameLetters } from './telling.ts';
import { isTwinsPlace } from './twins.ts';

/** What is known of a place: its quote, and its range in the version that it was saved with. */
export interface Saved {
  readonly quote: Quote;
  readonly source: SourceRange;
  /** How often the quote stood in that version, when it stood more than once. */
  readonly copies?: number;
}

/** Where a place lies in the new text, and how it was found. */
export interface FoundPlace {
  readonly kind: 'placed' | 'moved';
  readonly range: SourceRange;
  readonly how: 'carried' | FoundBy;
  readonly score: number;
  readonly similarity: number;
}

/** The text of the place is gone. */
export interface LostPlace {
  readonly kind: 'orphaned';
  /** Offset of the new text at which it stood. */
  readonly near: number;
}

/** Places any number of saved places in one new version of a text. */
export interface RangePlacer {
  place(saved: Saved): FoundPlace | LostPlace;
}

/** Makes a placer; `before` is the text of the version that the places were saved with. */
export function makeRangePlacer(before: string | undefined, after: string): RangePlacer {
  const carrier = before === undefined ? undefined : makeCarrier(before, after);
  const haystack = once(() => makeHaystack(after));
  const formerHaystack = once(() => makeHaystack(before ?? ''));
  const text = { before, after, carrier, haystack, formerHaystack };
  return { place: (saved) => placeRange(saved, text) };
}

/** The texts between which places are carried; without the old one there is no carrier. */
export interface PlacingText {
  readonly before: string | undefined;
  readonly after: string;
  readonly carrier: Carrier | undefined;
  /** The new text for searching, made when it is first needed. */
  haystack(): Haystack;
  /** The old text for searching. */
  formerHaystack(): Haystack;
}

/**
 * Least similarity of carried text to what it was, share of its telling words, and share of the text beside it; the
 * last is asked of short texts, which stand anywhere.
 */
export const recognisable = { similarity: 0.5, telling: 0.4, beside: 0.3 } as const;
/** A place of which more than this share belongs to other text is taken. */
const mostForeign = 0.5;

/**
 * Places one saved place: carried over if its text is recognisable there, else looked for by its quote. The quote with
 * both its contexts wins over what was carried elsewhere, and so does the intact quote over an altered one.
 */
export function placeRange(saved: Saved, text: PlacingText): FoundPlace | LostPlace {
  const { carrier } = text;
  const landing = carrier?.carry(saved.source);
  const judged = landing && judgeLanding(saved, landing, text);
  const isWhole = judged !== undefined && hasContexts(saved, judged, text);
  if (judged?.similarity === 1 && isWhole) return judged;
  const carried = judged && !isWhole && isOfTwin(saved, judged.range, text) ? undefined : judged;
  const isIntact = carried?.similarity === 1;
  const hint = carrier?.expect(saved.source.start) ?? saved.source.start;
  const located = locateQuote(saved.quote, {
    haystack: text.haystack(),
    hint,
    exactly: carried !== undefined,
    ...(carrier === undefined && saved.copies !== undefined ? { copies: saved.copies } : {}),
    ...(carrier === undefined
      ? {}
      : { isFree: (range) => carrier.shareOfOthers(range, saved.source) <= mostForeign }),
  });
  if (
    carried !== undefined &&
    (located === undefined || (isIntact && located.how !== 'contexts'))
  ) {
    return carried;
  }
  if (located === undefined) return { kind: 'orphaned', near: hint };
  const { how, range, score, similarity } = located;
  if (how === 'approximate' && isOfTwin(saved, range, text)) {
    return { kind: 'orphaned', near: hint };
  }
  return { kind: how === 'approximate' ? 'moved' : 'placed', range, how, score, similarity };
}

function isOfTwin({ quote, source }: Saved, range: SourceRange, text: PlacingText): boolean {
  const { before, after, carrier } = text;
  if (before === undefined || carrier === undefined) return false;
  const former = text.formerHaystack();
  return isTwinsPlace({ quote, source, range, before, after, former, carrier });
}

function hasContexts({ quote }: Saved, { range }: FoundPlace, { after }: PlacingText): boolean {
  const { prefix, suffix } = contextFit(after, range, quote);
  return prefix === 1 && suffix === 1;
}

/** The carried place, if its text still is recognisably the quote. */
function judgeLanding(saved: Saved, landing: Landing, text: PlacingText): FoundPlace | undefined {
  const { range, similarity, telling, beside } = landing;
  const isShort = saved.quote.exact.trim().length < shortestLoose;
  const isSame =
    similarity === 1 || sameLetters(saved.quote.exact, text.after.slice(range.start, range.end));
  const isAlike =
    !isShort && similarity >= recognisable.similarity && telling >= recognisable.telling;
  if (isShort ? !isSame || beside < recognisable.beside : !isSame && !isAlike) return undefined;
  const score = isSame ? 1 : similarity;
  return { kind: 'placed', range, how: 'carried', score, similarity: score };
}
