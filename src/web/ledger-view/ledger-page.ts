import { type Signal, signal } from '@preact/signals';
import { type ApiClient, createApiClient } from '../link/api-client.ts';
import { followRoom, type RoomPage } from '../room-frame/follow-room.ts';
import { createPageContext } from '../shell/page-context.ts';
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

/** The page for components below its provider. */
export const [LedgerPageContext, useLedgerPage] = createPageContext<LedgerPage>();
