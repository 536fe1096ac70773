import type { WireState } from '../../src/core/review/wire.ts';
import type { EventStreamReader, SentEvent } from './read-event-stream.ts';
import type { ReviewClient } from './running-review.ts';

/** What a client that follows the stream knows of a thread. */
interface FollowedThread {
  text: string;
  place: string;
  replies: string[];
  takes: string[];
  resolution: string | null | undefined;
}

/** What both a snapshot and a client that follows the stream tell of a review. */
export interface FollowedReview {
  readonly threads: Readonly<Record<string, FollowedThread>>;
  /** Of replies; where a new thread's draft stands is known to the server, which moves it with its text. */
  readonly drafts: Readonly<Record<string, string>>;
  readonly viewed: readonly string[];
}

/** A client that builds the state from the stream alone, over broken connections and restarts of the server. */
export interface SoakFollower {
  /** Connects; what came since the last event that was seen is sent again. */
  connect(client: ReviewClient): Promise<void>;
  disconnect(): void;
  /** Reads on until it knows what the snapshot says; fails when that never comes. */
  catchUp(snapshot: WireState): Promise<void>;
}

const placeOf = (place: { anchorStart: number; anchorEnd: number; orphaned?: boolean }): string =>
  `${place.anchorStart}-${place.anchorEnd}${place.orphaned === true ? ' orphaned' : ''}`;

/** What a snapshot says, as far as the stream tells it too. */
export function followedOf(state: WireState): FollowedReview {
  const texts = (messages: readonly { text: string }[] = []) => messages.map(({ text }) => text);
  const threads = state.threads.map((thread) => [
    thread.id,
    {
      text: thread.text,
      place: placeOf(thread),
      replies: texts(state.replies[thread.id]),
      takes: texts(state.takes[thread.id]),
      resolution: state.resolutions[thread.id]?.decision,
    },
  ]);
  return {
    threads: Object.fromEntries(threads),
    drafts: Object.fromEntries(
      Object.entries(state.drafts.followup).map(([key, { text }]) => [key, text]),
    ),
    viewed: state.files.filter(({ viewed }) => viewed === true).map(({ id }) => id),
  };
}

/** Makes a follower that begins with a snapshot. */
export function soakFollower(snapshot: WireState): SoakFollower {
  const begun = structuredClone(followedOf(snapshot));
  const threads: Record<string, FollowedThread> = { ...begun.threads };
  const drafts: Record<string, string> = { ...begun.drafts };
  const viewed = new Set(begun.viewed);
  let position = String(snapshot.review.position);
  let stream: EventStreamReader | undefined;
  let read = 0;

  const apply = ({ name, data, id }: SentEvent): void => {
    if (id !== undefined) {
      if (Number(id) < Number(position)) throw new Error(`event ${id} came after ${position}`);
      position = id;
    }
    const thread = threads[String(data['threadId'] ?? data['id'])];
    const text = String(data['text']);
    if (name === 'thread.created' || name === 'thread.updated') {
      const rest = thread ?? { replies: [], takes: [], resolution: undefined };
      threads[String(data['id'])] = { ...rest, text, place: placeOf(data as never) };
    } else if (name === 'thread.deleted') {
      delete threads[String(data['threadId'])];
      delete drafts[String(data['threadId'])];
    } else if (name === 'reply.added') thread?.replies.push(text);
    else if (name === 'take.added') thread?.takes.push(text);
    else if (name === 'thread.unresolved' && thread) thread.resolution = undefined;
    else if (name === 'thread.resolved' && thread) {
      thread.resolution = (data['resolution'] as { decision: string | null }).decision;
    } else if (name === 'source.updated') updateSource(data);
    else if (name === 'file.viewed') {
      const fileId = String(data['fileId']);
      if (data['viewed'] === true) viewed.add(fileId);
      else viewed.delete(fileId);
    } else if (data['scope'] === 'followup') {
      if (name === 'draft.updated') drafts[String(data['threadId'])] = text;
      else if (name === 'draft.cleared') delete drafts[String(data['threadId'])];
    }
  };
  const updateSource = (data: SentEvent['data']): void => {
    // A new text has not been viewed.
    viewed.delete(String(data['fileId']));
    for (const anchor of data['threadAnchors'] as readonly AnchorTold[]) {
      const moved = threads[anchor.threadId];
      if (moved !== undefined) moved.place = placeOf(anchor);
    }
  };
  const known = (): FollowedReview => ({ threads, drafts, viewed: [...viewed].sort() });
  const readAll = (): void => {
    for (; stream !== undefined && read < stream.events.all.length; read++) {
      const event = stream.events.all[read];
      if (event !== undefined) apply(event);
    }
  };

  return {
    async connect(client) {
      read = 0;
      stream = await client.stream(position);
    },
    disconnect() {
      readAll();
      stream?.close();
      stream = undefined;
    },
    async catchUp(state) {
      const wanted = sorted(followedOf(state));
      for (readAll(); sorted(known()) !== wanted; readAll()) {
        if (stream === undefined) throw new Error('the follower is not connected');
        await stream.events.next().catch((error: Error) => {
          throw new Error(
            `the stream tells ${sorted(known())}\nthe state ${wanted}\n${error.message}`,
          );
        });
      }
    },
  };
}

interface AnchorTold {
  readonly threadId: string;
  readonly anchorStart: number;
  readonly anchorEnd: number;
  readonly orphaned: boolean;
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
