import { type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type ApiClient, createApiClient, failureText } from '../api-client.ts';
import { createTextRenderer, type TextRenderer } from '../text-renderer.ts';
import type { LedgerView } from './arrange.ts';

/** What the page of a discussion holds. */
export interface LedgerPage {
  readonly api: ApiClient;
  readonly texts: TextRenderer;
  /** Null until it has come. */
  readonly view: Signal<LedgerView | null>;
  readonly link: Signal<'connecting' | 'live' | 'lost'>;
  /** Why the discussion cannot be shown, in words. */
  readonly problem: Signal<string | null>;
  readonly query: Signal<string>;
  /** Items whose history is open. */
  readonly opened: Signal<ReadonlySet<string>>;
}

/** How long after a failure the discussion is asked for again, in milliseconds. */
const retryDelay = 1000;

/** Makes the page's state and follows the discussion for as long as the page is open. */
export function createLedgerPage(base: string): LedgerPage {
  const api = createApiClient(base);
  const page: LedgerPage = {
    api,
    texts: createTextRenderer(api),
    view: signal(null),
    link: signal('connecting'),
    problem: signal(null),
    query: signal(''),
    opened: signal(new Set<string>()),
  };
  follow(page, base);
  return page;
}

/** Loads the discussion at each change; changes that come while it loads are loaded together. */
function follow({ api, texts, view, link, problem }: LedgerPage, base: string): void {
  let newest = 0;
  let isLoading = false;
  const load = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    for (let seen = 0; seen < newest; ) {
      seen = newest;
      const answer = await api.send<LedgerView>({ method: 'GET', path: 'api/ledger' });
      if (answer.ok) view.value = answer.value;
      problem.value = answer.ok ? null : failureText(answer.failure);
      // Once the link is back, the server tells of the present revision by itself.
      if (!answer.ok && link.value === 'live') setTimeout(heed, retryDelay);
    }
    isLoading = false;
  };
  const heed = (): void => {
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
  events.addEventListener('ledger.changed', heed);
}

/** Opens or closes the history of an item. */
export function toggleHistory({ opened }: LedgerPage, id: string): void {
  const next = new Set(opened.value);
  if (!next.delete(id)) next.add(id);
  opened.value = next;
}

export const LedgerPageContext = createContext<LedgerPage | null>(null);

/** The page that a component is part of. */
export function useLedgerPage(): LedgerPage {
  const page = useContext(LedgerPageContext);
  if (page === null) throw new Error('A component of the ledger stands outside its page.');
  return page;
}
