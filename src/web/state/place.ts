import type { BlockLines, BlockTextRange, Quote } from '../../core/anchor/anchor.ts';
import type { WireThread } from '../../core/review/wire.ts';

/** Where a remark stands, or would stand: blocks of a file, narrowed to lines or to a passage. */
export interface Place {
  readonly fileId: string;
  readonly anchorStart: number;
  readonly anchorEnd: number;
  /** What the reader sees there, shortened by whoever shows it. */
  readonly snippet: string;
  readonly lineRange?: BlockLines;
  readonly quote?: Quote;
  readonly range?: BlockTextRange;
}

/** The place of a thread. */
export function placeOfThread(thread: WireThread): Place {
  return {
    fileId: thread.fileId,
    anchorStart: thread.anchorStart,
    anchorEnd: thread.anchorEnd,
    snippet: thread.snippet,
    ...(thread.lineRange && { lineRange: thread.lineRange }),
    ...(thread.quote && { quote: thread.quote }),
    ...(thread.range && { range: thread.range }),
  };
}

/** A name for a place that is equal for equal places, so that each keeps a draft of its own. */
export function placeKey(place: Place): string {
  const lines = place.lineRange ? `|L${place.lineRange.start}-${place.lineRange.end}` : '';
  const { quote } = place;
  const passage = quote ? `|Q${JSON.stringify([quote.exact, quote.prefix, quote.suffix])}` : '';
  return `${place.fileId}|${place.anchorStart}-${place.anchorEnd}${lines}${passage}`;
}

/** Whether two places are the same spot, whatever is known of their surroundings. */
export function isSameSpot(left: Place, right: Place): boolean {
  return spot(left) === spot(right);
}

/** A place on whole blocks or lines has no range; the server tells what its quote is, the page does not. */
function spot({ fileId, anchorStart, anchorEnd, lineRange, range, quote }: Place): string {
  const lines = lineRange && [lineRange.start, lineRange.end];
  const passage = range && quote?.exact.replace(/\s+/g, ' ');
  return JSON.stringify([fileId, anchorStart, anchorEnd, lines, passage]);
}

/** Reading order within a file: block, then line or character. */
export function comparePlaces(left: Place, right: Place): number {
  return (
    left.anchorStart - right.anchorStart ||
    withinBlock(left) - withinBlock(right) ||
    left.anchorEnd - right.anchorEnd
  );
}

function withinBlock(place: Place): number {
  return place.lineRange?.start ?? place.range?.startOffset ?? 0;
}

/** The part of a place that a request body carries. */
export function placeFields(place: Place): Omit<Place, 'snippet'> {
  const { snippet: _, ...fields } = place;
  return fields;
}
