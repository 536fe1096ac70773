import type { Author } from '../author.ts';
import { carryRefusal } from '../carried-refusal.ts';
import { refuse } from '../refusal.ts';
import { eventVersion, type ReviewEvent } from './events.ts';

/** An event as a store keeps it. */
export interface StoredEvent {
  readonly position: number;
  readonly kind: string;
  readonly v: number;
  readonly at: string;
  readonly author?: Author;
  readonly data: unknown;
}

const knownKinds: ReadonlySet<string> = new Set<ReviewEvent['kind']>([
  'review.started',
  'verdict.configured',
  'thread.created',
  'reply.added',
  'take.added',
  'message.edited',
  'inline.linked',
  'inline.written',
  'thread.resolved',
  'thread.unresolved',
  'thread.deleted',
  'thread.placed',
  'source.updated',
  'file.added',
  'file.renamed',
  'file.saved',
  'file.viewed',
  'delivery.updated',
  'prompt.suggest_done',
  'session.done',
]);

/**
 * Lifts a stored event to the present form. Throws an error that carries `store_error` when the event was written by a
 * newer program: a log of which a part is unknown must not be replayed.
 */
export function upcast(stored: StoredEvent): ReviewEvent {
  if (stored.v > eventVersion || !knownKinds.has(stored.kind)) {
    const message = `the review's log holds "${stored.kind}" of version ${stored.v} at ${stored.position}; it was written by a newer discuss`;
    throw carryRefusal(
      refuse('store_error', message, {
        next: 'update discuss to the version that wrote the review',
      }),
    );
  }
  const { v: _version, ...event } = stored;
  return event as ReviewEvent;
}
