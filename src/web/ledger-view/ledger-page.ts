import { type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type ApiClient, createApiClient } from '../link/api-client.ts';
import { followRoom, type RoomPage } from '../room-frame/follow-room.ts';
import { createTextRenderer } from '../state/text-renderer.ts';
import type { LedgerView } from './arrange.ts';

/** What the page of a discussion holds. */
export interface LedgerPage extends RoomPage<LedgerView> {
  readonly api: ApiClient;
  readonly query: Signal<string>;
  /** Items whose history is open. */
  readonly opened: Signal<ReadonlySet<string>>;
}

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
  followRoom(page, { api, base, path: 'api/ledger', changed: 'ledger.changed' });
  return page;
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
