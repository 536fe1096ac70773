import { makeRangePlacer } from '../../core/anchor/place.ts';
import type { Place } from '../place.ts';
import type { JoinedText } from './joined-text.ts';

/** Where a place has gone with a new version of the document. */
export interface Carried {
  readonly place: Place;
  /** Its text is gone: the place is only near where it stood. */
  readonly lost: boolean;
}

/** Carries places from one version of the drawn text to the next, by the rules that hold for threads. */
export function carryPlaces(
  places: readonly Place[],
  before: JoinedText,
  after: JoinedText,
): readonly Carried[] {
  const placer = makeRangePlacer(before.text, after.text);
  return places.map((place) => {
    const source = rangeOf(place, before);
    if (!source) return { place, lost: true };
    const exact = before.text.slice(source.start, source.end);
    const prefix = before.text.slice(Math.max(0, source.start - 64), source.start);
    const suffix = before.text.slice(source.end, source.end + 64);
    const found = placer.place({ quote: { exact, prefix, suffix }, source });
    if (found.kind === 'orphaned') {
      const { block } = after.spotAt(Math.min(found.near, after.text.length));
      return { place: wholeBlock(place, block), lost: true };
    }
    const start = after.spotAt(found.range.start);
    const end = after.spotAt(found.range.end);
    const blocks = { ...place, anchorStart: start.block, anchorEnd: end.block };
    if (!place.range) return { place: blocks, lost: false };
    const range = { startOffset: start.offset, endOffset: end.offset };
    const quote = { exact: after.text.slice(found.range.start, found.range.end), prefix, suffix };
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

function wholeBlock(place: Place, block: number): Place {
  return { fileId: place.fileId, anchorStart: block, anchorEnd: block, snippet: place.snippet };
}
