import type { LedgerStore } from '../../../core/ledger/ports/ledger-store.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import type { ActionContext } from '../../kit/action.ts';

/** Does something with the store of the project that the caller stands in, and closes it again. */
export async function withLedger<Result>(
  context: ActionContext,
  request: { readonly store?: string | undefined },
  work: (store: LedgerStore) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const ledgers = await context.ports.ledgers();
  const { directory } = context;
  const store = await ledgers.open({ directory, store: request.store });
  if (isRefusal(store)) return store;
  try {
    return await work(store);
  } finally {
    store.close();
  }
}
