import type { Signal } from '@preact/signals';
import { type ApiClient, failureText } from '../link/api-client.ts';
import type { TextRenderer } from '../state/text-renderer.ts';
import type { RoomLink } from './room-bar.tsx';

/** What the page of a room that is only shown holds. */
export interface RoomPage<View> {
  readonly texts: TextRenderer;
  /** Null until it has come. */
  readonly view: Signal<View | null>;
  readonly link: Signal<RoomLink>;
  /** Why the room cannot be shown, in words. */
  readonly problem: Signal<string | null>;
}

/** Where a room's view is, and what tells of its changes. */
export interface RoomSource {
  readonly api: ApiClient;
  /** The page's address. */
  readonly base: string;
  /** Path of the view, below the page's address. */
  readonly path: string;
  /** Name of the event that tells of a change. */
  readonly changed: string;
}

/** How long after a failure the view is asked for again, in milliseconds. */
const retryDelay = 1000;

/**
 * Loads a room's view at each change for as long as the page is open; changes that come while it loads are loaded
 * together. Returns the stream of events, for whatever else the room tells.
 */
export function followRoom<View>(
  { texts, view, link, problem }: RoomPage<View>,
  { api, base, path, changed }: RoomSource,
): EventSource {
  let newest = 0;
  let isLoading = false;
  const load = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    for (let seen = 0; seen < newest; ) {
      seen = newest;
      const response = await api.send<View>({ method: 'GET', path });
      if (response.ok) view.value = response.value;
      problem.value = response.ok ? null : failureText(response.failure);
      // Once the link is back, the server tells of the present state by itself.
      if (!response.ok && link.value === 'live') setTimeout(reload, retryDelay);
    }
    isLoading = false;
  };
  const reload = (): void => {
    newest++;
    void load();
  };
  const events = new EventSource(new URL('api/events', base));
  events.addEventListener('open', () => {
    link.value = 'live';
    texts.retry();
  });
  events.addEventListener('error', () => {
    link.value = 'lost';
  });
  events.addEventListener(changed, reload);
  return events;
}
