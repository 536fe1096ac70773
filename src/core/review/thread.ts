import type { Anchor } from '../anchor/anchor.ts';
import type { Author } from '../author.ts';
import type { ReviewEvent } from './events.ts';
import type { Intent } from './wire.ts';

/** A message below a thread's first one. */
export interface Message {
  readonly id: string;
  readonly threadId: string;
  readonly text: string;
  readonly createdAt: string;
  /** Log position of the event that made it. */
  readonly position: number;
  readonly author?: Author;
  readonly intent?: Intent;
  readonly replacement?: string;
  /** It stands in the reviewed file. */
  readonly inFile?: true;
}

/** Returns what an event adds to a thread. */
export function messageOf(event: ReviewEvent<'reply.added' | 'take.added'>): Message {
  const { data, at: createdAt, position, author } = event;
  return { ...data, ...(author === undefined ? {} : { author }), createdAt, position };
}

/** How a thread was closed. */
export interface Resolution {
  readonly decision: string | null;
  readonly resolvedAt: string;
}

/** A thread with everything that hangs on it. */
export interface Thread {
  readonly id: string;
  readonly fileId: string;
  readonly place: Anchor;
  readonly snippet: string;
  readonly breadcrumb: string;
  readonly text: string;
  readonly kind: 'user' | 'prepopulated';
  /** Key of the inline discussion in the file that the thread shows, if it shows one. */
  readonly inlineKey?: string;
  /** The thread of an earlier review that this one goes on from, such as `review:<id>#u-3`. */
  readonly carriedFrom?: string;
  readonly createdAt: string;
  /** Log position of the event that made it. */
  readonly position: number;
  readonly author?: Author;
  readonly intent?: Intent;
  readonly replacement?: string;
  readonly replies: readonly Message[];
  readonly takes: readonly Message[];
  readonly resolution: Resolution | null;
  readonly deletedAt: string | null;
  /** Its text is gone from the present version; `place` is the last one known. */
  readonly orphaned: boolean;
  /** Its text was found again with changes and no person has confirmed the place. */
  readonly moved: boolean;
  /** It was resolved or reopened here, and the file that it stands in does not say so yet. */
  readonly statusDue: boolean;
}
