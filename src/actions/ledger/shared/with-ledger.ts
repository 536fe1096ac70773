import type { PageRequest } from '../../../core/ledger/ports/ledger-reader.ts';
import type { LedgerStore } from '../../../core/ledger/ports/ledger-store.ts';
import type { Viewer } from '../../../core/ledger/read-ledger.ts';
import { type ReadFields, readerOf, readRequest } from '../../../core/ledger/read-request.ts';
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

/** What a read asks of a store; a person at the command line may name another store. */
type ReadRequest = ReadFields & { readonly store?: string | undefined };

/** Reads as the one whom a request names; refused without a well-formed context. */
export async function readLedger<Result>(
  context: ActionContext,
  request: ReadRequest,
  read: (store: LedgerStore, reader: Viewer) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const reader = readerOf(request);
  return isRefusal(reader) ? reader : withLedger(context, request, (store) => read(store, reader));
}

/** Reads the page that a request names, as the one whom it names. */
export async function readLedgerPage<Result>(
  context: ActionContext,
  request: ReadRequest,
  read: (
    store: LedgerStore,
    query: { readonly reader: Viewer; readonly page: PageRequest },
  ) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const query = readRequest(request);
  return isRefusal(query) ? query : withLedger(context, request, (store) => read(store, query));
}
