import type { Place } from '../state/place.ts';
import type { PageThread } from '../state/review-state.ts';

/** What a thread is about, in a few words: the last heading above it, or its passage. */
export function threadTitle(thread: PageThread): string {
  const heading = thread.breadcrumb.split(' › ').at(-1);
  return shorten(heading || placeLabel(thread.place), 40);
}

/** What a place shows: its passage, its lines, or its text. */
export function placeLabel(place: Place): string {
  const text = (place.quote?.exact ?? place.snippet).replace(/\s+/g, ' ').trim();
  if (!place.lineRange) return text || 'this block';
  return text ? `${linesLabel(place)} · ${text}` : linesLabel(place);
}

/** The lines of a place in words; empty when it is not narrowed to lines. */
export function linesLabel({ lineRange }: Place): string {
  if (!lineRange) return '';
  const { start, end } = lineRange;
  return start === end ? `line ${start}` : `lines ${start}–${end}`;
}

/** A text cut to a number of characters, with an ellipsis where something is missing. */
export function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}
