import type { Author } from '../author.ts';
import { refuse } from '../refusal.ts';
import { refusalError } from '../refusal-error.ts';
import { eventVersion, type ReviewEvent } from './events.ts';
import { eventMessages } from './stream-message.ts';

/** An event as a store keeps it. */
export interface StoredEvent {
  readonly position: number;
  readonly kind: string;
  readonly v: number;
  readonly at: string;
  readonly author?: Author;
  readonly data: unknown;
}

/**
 * Lifts a stored event to the present form. Throws an error that carries `store_error` when the event was written by a
 * newer program: a log of which a part is unknown must not be replayed.
 */
export function upcast(stored: StoredEvent): ReviewEvent {
  if (stored.v > eventVersion || !Object.hasOwn(eventMessages, stored.kind)) {
    const message = `the review's log holds "${stored.kind}" of version ${stored.v} at ${stored.position}; it was written by a newer discuss`;
    throw refusalError(
      refuse('store_error', message, {
        next: 'update discuss to the version that wrote the review',
      }),
    );
  }
  const { v, ...rest } = stored;
  const event = rest as ReviewEvent;
  return v === 1 ? countedFromZero(event) : event;
}

/** Before version 2 the text that a review starts with was version 1. */
function countedFromZero(event: ReviewEvent): ReviewEvent {
  if (event.kind !== 'source.updated') return event;
  const sourceVersion = event.data.sourceVersion - 1;
  return { ...event, data: { ...event.data, sourceVersion } };
}
