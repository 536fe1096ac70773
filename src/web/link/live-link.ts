import { type Signal, signal } from '@preact/signals';
import { type StreamKind, streamKinds } from '../../core/review/stream-payloads.ts';
import type { WireState } from '../../core/review/wire.ts';
import type { ApiClient } from './api-client.ts';
import { type LinkEvent, type LinkState, linkTable, retryDelay } from './live-connection.ts';
import type { StreamEvent } from './stream-event.ts';

/** What the link needs and whom it tells. */
export interface LiveLinkOptions {
  readonly api: ApiClient;
  /** Address that the stream's path is relative to. */
  readonly base: string;
  /** Takes a snapshot over; events wait until it is done. */
  readonly onSnapshot: (snapshot: WireState) => Promise<void>;
  /** A snapshot is being asked for: what happens from now on may not be in it. */
  readonly onAsk: () => void;
  readonly onEvent: (event: StreamEvent) => void;
}

/** The page's link to the review: loads the state, follows the stream, comes back after a break. */
export interface LiveLink {
  readonly state: Signal<LinkState>;
  start(): void;
  /** Loads a new snapshot while the stream goes on; events meanwhile wait and are not applied twice. */
  refresh(): Promise<void>;
  /** A request got no response: look whether the server is there. */
  doubt(): void;
  /** Something gives hope that another attempt may succeed. */
  nudge(): void;
}

/** A link that has not been started. */
export function createLiveLink(options: LiveLinkOptions): LiveLink {
  const { api, base, onSnapshot, onAsk, onEvent } = options;
  const state = signal<LinkState>('connecting');
  let stream: EventSource | null = null;
  let attempt = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let position = 0;
  let reviewId: string | undefined;
  let held: StreamEvent[] | null = null;
  let refreshing: Promise<void> = Promise.resolve();

  const closeStream = (): void => {
    stream?.close();
    stream = null;
  };

  const on = (event: LinkEvent): void => {
    const next = linkTable[state.value][event];
    if (next === state.value) return;
    state.value = next;
    enter(next);
  };

  const enter = (next: LinkState): void => {
    clearTimeout(retryTimer);
    switch (next) {
      case 'connecting':
      case 'catching-up':
        closeStream();
        void connect();
        return;
      case 'live':
        attempt = 0;
        return;
      case 'lost':
        closeStream();
        attempt++;
        retryTimer = setTimeout(() => on('retry'), retryDelay(attempt));
        return;
      case 'finished':
      case 'replaced':
        closeStream();
        return;
    }
  };

  const loadSnapshot = async (): Promise<boolean> => {
    onAsk();
    const response = await api.send<WireState>({ method: 'GET', path: 'api/state' });
    if (!response.ok) return false;
    reviewId ??= response.value.review.id;
    if (response.value.review.id !== reviewId) {
      on('replaced');
      return false;
    }
    await onSnapshot(response.value);
    position = Math.max(position, response.value.review.position);
    if (response.value.review.finishedAt) on('done');
    return true;
  };

  const connect = async (): Promise<void> => {
    position = 0;
    if (!(await loadSnapshot())) return on('failed');
    if (state.value !== 'finished') openStream();
  };

  const receive = (event: StreamEvent): void => {
    if (held) {
      held.push(event);
      return;
    }
    if (event.position !== null) {
      if (event.position <= position) return;
      position = event.position;
    }
    onEvent(event);
    if (event.kind === 'session.done') on('done');
  };

  const openStream = (): void => {
    const opened = new EventSource(new URL(`api/events?after=${position}`, base));
    stream = opened;
    opened.onopen = () => on('opened');
    opened.onerror = () => {
      opened.close();
      if (stream === opened) on('failed');
    };
    for (const kind of streamKinds) {
      opened.addEventListener(kind, (message) => {
        const event = readEvent(kind, message);
        if (event && stream === opened) receive(event);
      });
    }
  };

  const refresh = async (): Promise<void> => {
    held ??= [];
    const loaded = await loadSnapshot();
    const waiting = held ?? [];
    held = null;
    for (const event of waiting) receive(event);
    if (!loaded) on('failed');
  };

  return {
    state,
    start: () => void connect(),
    refresh: () => {
      refreshing = refreshing.then(refresh);
      return refreshing;
    },
    doubt: () => on('failed'),
    nudge: () => {
      if (state.value === 'lost') on('retry');
    },
  };
}

/** Kinds that are sent without an id; the browser would give them the id before. */
const unlogged: ReadonlySet<StreamKind> = new Set([
  'session.started',
  'agent.presence',
  'questions.changed',
]);

function readEvent(kind: StreamKind, message: MessageEvent<string>): StreamEvent | null {
  const position = unlogged.has(kind) ? null : Number(message.lastEventId);
  try {
    return { kind, position, payload: JSON.parse(message.data) } as StreamEvent;
  } catch {
    return null;
  }
}
