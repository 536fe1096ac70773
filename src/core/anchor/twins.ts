import { collapseSpace } from '../text/similarity.ts';
import { contextLength, type Quote, type SourceRange } from './anchor.ts';
import type { Carrier } from './carry.ts';
import { contextFit } from './context.ts';
import type { Haystack } from './haystack.ts';

/** A place that was carried, and the texts that it was carried between. */
export interface ContestedPlace {
  readonly quote: Quote;
  readonly source: SourceRange;
  readonly range: SourceRange;
  readonly before: string;
  readonly after: string;
  readonly former: Haystack;
  readonly carrier: Carrier;
}

/** Most copies of a text that are asked; what stands in a text more often is told apart by other means. */
const mostTwins = 12;

/** How much better the contexts of a copy must fit, of both sides together. */
const clearly = 1;

/**
 * Whether a place belongs to another copy of the same text: what stands around it is clearly what stood around the copy,
 * and the copy has no other place. Two copies of which one was deleted must not both stand on the one that is left.
 */
export function isTwinsPlace(place: ContestedPlace): boolean {
  const { quote, source, range, after } = place;
  const twins = twinsOf(place);
  if (twins.length === 0) return false;
  const own = fitOf(after, range, quote);
  return twins.some((twin) => {
    if (fitOf(after, range, quoteAt(place.before, twin, quote.exact)) < own + clearly) return false;
    const landing = place.carrier.carry(twin)?.range;
    return landing === undefined || overlap(landing, range) || overlap(twin, source);
  });
}

function twinsOf({ quote, source, former }: ContestedPlace): readonly SourceRange[] {
  const exact = collapseSpace(quote.exact);
  if (exact === '') return [];
  const places = former.places(exact);
  if (places.length > mostTwins) return [];
  return places
    .map((at) => former.original({ start: at, end: at + exact.length }))
    .filter((twin) => !overlap(twin, source));
}

function quoteAt(text: string, { start, end }: SourceRange, exact: string): Quote {
  const prefix = text.slice(Math.max(0, start - contextLength), start);
  return { exact, prefix, suffix: text.slice(end, end + contextLength) };
}

function fitOf(text: string, range: SourceRange, quote: Quote): number {
  const { prefix, suffix } = contextFit(text, range, quote);
  return prefix + suffix;
}

function overlap(one: SourceRange, other: SourceRange): boolean {
  return one.start < other.end && other.start < one.end;
}
