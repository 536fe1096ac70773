import { makeRangePlacer, type RangePlacer } from '../../core/anchor/place-range.ts';
import type { SourceRange } from '../../core/document/text-offsets.ts';
import type { Place } from '../state/place.ts';
import type { JoinedText } from './joined-text.ts';

/** Where a place has gone with a new version of the document. */
export interface MappedPlace {
  readonly place: Place;
  /** Its text is gone: the place is the previous one, with the text as its quote. */
  readonly lost: boolean;
}

/** Carries places from one version of the drawn text to the next, by the rules that hold for threads. */
export function mapPlaces(
  places: readonly Place[],
  before: JoinedText,
  after: JoinedText,
): readonly MappedPlace[] {
  const placer = makeRangePlacer(before.text, after.text);
  return places.map((place) => {
    const source = rangeOf(place, before);
    if (!source) return mapTextless(place, { before, after, placer });
    const exact = before.text.slice(source.start, source.end);
    const prefix = before.text.slice(Math.max(0, source.start - 64), source.start);
    const suffix = before.text.slice(source.end, source.end + 64);
    const location = placer.place({ quote: { exact, prefix, suffix }, source });
    if (location.kind === 'orphaned') {
      return { place: { quote: { exact, prefix, suffix }, ...place }, lost: true };
    }
    const start = after.spotAt(location.range.start);
    const end = after.spotAt(location.range.end);
    const blocks = { ...place, anchorStart: start.block, anchorEnd: end.block };
    if (!place.range) return { place: blocks, lost: false };
    const range = { startOffset: start.offset, endOffset: end.offset };
    const quote = {
      exact: after.text.slice(location.range.start, location.range.end),
      prefix,
      suffix,
    };
    return { place: { ...blocks, range, quote }, lost: false };
  });
}

function rangeOf(place: Place, text: JoinedText): { start: number; end: number } | null {
  const startOffset = place.range?.startOffset ?? 0;
  const endOffset = place.range?.endOffset ?? text.lengthOf(place.anchorEnd);
  const start = text.positionOf({ block: place.anchorStart, offset: startOffset });
  const end = text.positionOf({ block: place.anchorEnd, offset: endOffset });
  return start === null || end === null || start >= end ? null : { start, end };
}

interface Versions {
  readonly before: JoinedText;
  readonly after: JoinedText;
  readonly placer: RangePlacer;
}

/** A block without text, such as an image, is where the text around it says, if there is such a block. */
function mapTextless(place: Place, { before, after, placer }: Versions): MappedPlace {
  const start = before.positionOf({ block: place.anchorStart, offset: 0 });
  if (start === null) return { place, lost: true };
  const quote = { exact: '', prefix: '', suffix: '' };
  const location = placer.place({ quote, source: { start, end: start } });
  const near = location.kind === 'orphaned' ? location.near : location.range.start;
  const { block } = after.spotAt(near);
  const isThere = after.positionOf({ block, offset: 0 }) !== null && after.lengthOf(block) === 0;
  return isThere
    ? { place: { ...place, anchorStart: block, anchorEnd: block }, lost: false }
    : { place, lost: true };
}

/**
 * Finds places in a document by their quotes alone: where each stands with the very text it is about, or null where
 * that text is not to be found for certain.
 */
export function findPlaces(places: readonly Place[], text: JoinedText): readonly (Place | null)[] {
  const placer = makeRangePlacer(undefined, text.text);
  return places.map((place) => {
    const { quote } = place;
    if (!quote) return null;
    const own = rangeOf(place, text);
    const start = own?.start ?? 0;
    const source = { start, end: start + quote.exact.length };
    const location = placer.place({ quote, source });
    if (location.kind === 'placed') return placeAt(place, location.range, text);
    // A passage that stands there more than once; of whole blocks, the quote tells look-alikes apart.
    const isOwn = own && place.range && sameWords(text.text.slice(own.start, own.end), quote.exact);
    return isOwn ? place : null;
  });
}

function sameWords(left: string, right: string): boolean {
  return left.replace(/\s+/g, ' ').trim() === right.replace(/\s+/g, ' ').trim();
}

/** A place that was whole blocks is so again, where the text fills them; lines are nothing without their block. */
function placeAt(place: Place, { start, end }: SourceRange, text: JoinedText): Place | null {
  const { range: hadRange, quote, ...rest } = place;
  const first = text.spotAt(start);
  const last = text.spotAt(end);
  const blocks = { ...rest, anchorStart: first.block, anchorEnd: last.block };
  const isWhole = first.offset === 0 && last.offset === text.lengthOf(last.block);
  if (!hadRange && isWhole) return blocks;
  if (place.lineRange) return null;
  const range = { startOffset: first.offset, endOffset: last.offset };
  return { ...blocks, range, ...(quote && { quote }) };
}
