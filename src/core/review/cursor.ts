import { type Refusal, refuse } from '../refusal.ts';

/** How far somebody has read a review's log. */
export interface Cursor {
  readonly reviewId: string;
  /** Position of the last entry that was read. */
  readonly position: number;
}

/** A cursor as one word without meaning, for somebody who gives it back later. */
export function writeCursor({ reviewId, position }: Cursor): string {
  return btoa(`1 ${position} ${reviewId}`)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** Reads a cursor; a word that is none, or a part of one, is refused with `invalid_cursor`. */
export function readCursor(word: string): Cursor | Refusal {
  const parts = /^1 (\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(decode(word));
  const [, position, reviewId] = parts ?? [];
  if (position === undefined || reviewId === undefined) {
    return refuse('invalid_cursor', `"${word}" is no cursor of a review`, {
      field: 'since',
      next: 'give the cursor of the last line that wait printed, or none to start at the beginning',
    });
  }
  return { reviewId, position: Number(position) };
}

function decode(word: string): string {
  try {
    return atob(word.trim().replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}
