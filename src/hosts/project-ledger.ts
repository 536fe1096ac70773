import type { LedgerStore } from '../core/ledger/ports/ledger-store.ts';
import type { Ports } from '../core/ports.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';

/**
 * Does something with the store of a folder's project, which stays as it is when it is older than this program;
 * undefined when there is none.
 */
export async function withProjectLedger<Result>(
  ports: Ports,
  directory: string,
  work: (store: LedgerStore) => Promise<Result | Refusal>,
): Promise<Result | undefined | Refusal> {
  const ledgers = await ports.ledgers();
  const store = await ledgers.open({ directory, migrate: false });
  if (isRefusal(store)) return store.code === 'store_missing' ? undefined : store;
  try {
    return await work(store);
  } finally {
    store.close();
  }
}
