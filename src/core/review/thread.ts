import type { Anchor } from '../anchor/anchor.ts';
import type { Author } from '../author.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { OpenedThread, ReviewEvent, WrittenMessage } from './events.ts';
import type { WireResolution } from './wire.ts';

/** A message below a thread's first one. */
export interface Message extends WrittenMessage {
  readonly createdAt: string;
  /** Log position of the event that made it. */
  readonly position: number;
  readonly author?: Author;
  /** Of a suggestion: the place, in the text that it was written on, of what it would replace. */
  readonly writtenOn?: Anchor;
  /** The round in which it left the file that it stood in. */
  readonly removedIn?: number;
  /** Why the file cannot hold it. */
  readonly unwritable?: Unwritable;
}

/** Returns what an event adds to a thread. */
export function messageOf(event: ReviewEvent<'reply.added' | 'take.added'>): Message {
  const { data, at, position, author } = event;
  return { ...data, ...omitUndefined({ author }), createdAt: at, position };
}

/** A thread with everything that hangs on it. */
export interface Thread extends OpenedThread {
  readonly createdAt: string;
  /** Log position of the event that made it. */
  readonly position: number;
  /** Of a suggestion: the place, in the text that it was written on, of what it would replace. */
  readonly writtenOn?: Anchor;
  readonly author?: Author;
  readonly replies: readonly Message[];
  readonly takes: readonly Message[];
  readonly resolution: WireResolution | null;
  readonly deletedAt: string | null;
  /** Its text is gone from the present version; `place` is the last one known. */
  readonly orphaned: boolean;
  /** Its text was found again with changes and no person has confirmed the place. */
  readonly moved: boolean;
  /** It was resolved or reopened here, and the file that it stands in does not say so yet. */
  readonly statusDue: boolean;
  /** Why the file cannot hold its first message or its status. */
  readonly unwritable?: Unwritable;
}

/** Why something could not be written: by the text that cannot hold it, or without one by the file itself. */
export interface Unwritable {
  readonly reason: string;
  readonly textHash?: string;
}
