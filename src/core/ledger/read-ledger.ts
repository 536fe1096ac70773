import { isRefusal, type Refusal } from '../refusal.ts';
import type { Discussion } from './discussion.ts';
import type { LedgerReader, PageRequest } from './ports/ledger-reader.ts';
import type { LedgerRecord } from './ports/record.ts';
import { contextMismatch, noDiscussion, noItem } from './refusals.ts';
import { searchPhrases } from './search-words.ts';
import {
  currentView,
  historyView,
  itemHistoryView,
  itemView,
  listView,
  searchView,
  showView,
} from './views.ts';

/** Who reads: an agent by its context, or a person at the store itself, who may read everything. */
export type Reader = { readonly context: string } | 'person';

/** Own and unbound discussions may be read by a context. */
export function checkReadable(discussion: Discussion, reader: Reader): Refusal | undefined {
  if (reader === 'person') return undefined;
  const { context } = discussion;
  return context === reader.context || context === '' ? undefined : contextMismatch(discussion);
}

/** What is current: of the named discussion, or of the one that the context is bound to. */
export async function readCurrent(
  store: LedgerReader,
  wanted: { readonly id?: string | undefined; readonly reader: Reader },
) {
  const { id, reader } = wanted;
  const found = await store.overview(id === undefined ? bindingOf(reader) : { id });
  if (isRefusal(found)) return found;
  if (found === undefined) return id === undefined ? { discussion: null } : noDiscussion(id);
  const { discussion, value } = found;
  return checkReadable(discussion, reader) ?? currentView(discussion, value);
}

/** A person is bound to nothing; the empty context never is. */
function bindingOf(reader: Reader): { context: string } {
  return reader === 'person' ? { context: '' } : reader;
}

/** A page of a discussion's items. */
export async function readItems(
  store: LedgerReader,
  wanted: { readonly id: string; readonly reader: Reader; readonly page: PageRequest },
) {
  const found = await store.items(wanted.id, wanted.page);
  if (isRefusal(found)) return found;
  if (found === undefined) return noDiscussion(wanted.id);
  const { discussion, value } = found;
  return checkReadable(discussion, wanted.reader) ?? showView(discussion, value, wanted.page);
}

/** One item. */
export async function readItem(
  store: LedgerReader,
  wanted: { readonly id: string; readonly item: string; readonly reader: Reader },
) {
  const found = await store.item(wanted.id, wanted.item);
  if (isRefusal(found)) return found;
  if (found === undefined) return noDiscussion(wanted.id);
  const { discussion, value } = found;
  const refusal = checkReadable(discussion, wanted.reader);
  if (refusal !== undefined) return refusal;
  if (value === undefined) return noItem(wanted.item, 'item');
  return { id: discussion.id, revision: discussion.revision, item: itemView(value) };
}

/** A page of the accepted batches, oldest first. */
export async function readHistory(
  store: LedgerReader,
  wanted: { readonly id: string; readonly reader: Reader; readonly page: PageRequest },
) {
  const found = await store.batches(wanted.id, wanted.page);
  if (isRefusal(found)) return found;
  if (found === undefined) return noDiscussion(wanted.id);
  const { discussion, value } = found;
  return checkReadable(discussion, wanted.reader) ?? historyView(discussion, value, wanted.page);
}

/** A page of the discussions that the reader may read, in order of creation. */
export async function readList(
  store: LedgerReader,
  wanted: { readonly reader: Reader; readonly page: PageRequest },
) {
  const context = wanted.reader === 'person' ? undefined : wanted.reader.context;
  const found = await store.list(context, wanted.page);
  return isRefusal(found) ? found : listView(found, wanted.page);
}

/** The whole record of a discussion. */
export async function readRecord(
  store: LedgerReader,
  wanted: { readonly id: string; readonly reader: Reader },
): Promise<LedgerRecord | Refusal> {
  const record = await store.record(wanted.id);
  if (isRefusal(record)) return record;
  if (record === undefined) return noDiscussion(wanted.id);
  return checkReadable(record.discussion, wanted.reader) ?? record;
}

/** What happened to one item, oldest first. */
export async function readItemHistory(
  store: LedgerReader,
  wanted: { readonly id: string; readonly item: string; readonly reader: Reader },
  page: PageRequest,
) {
  const found = await store.itemHistory(wanted, page);
  if (isRefusal(found)) return found;
  if (found === undefined) return noDiscussion(wanted.id);
  const refusal = checkReadable(found.discussion, wanted.reader);
  if (refusal !== undefined) return refusal;
  return found.value.total === 0
    ? noItem(wanted.item, 'item')
    : itemHistoryView(found, wanted.item, page);
}

/** Items that hold the words of a query, in one discussion or in all that the reader may read. */
export async function searchLedger(
  store: LedgerReader,
  wanted: { readonly query: string; readonly id?: string | undefined; readonly reader: Reader },
  page: PageRequest,
) {
  const context = wanted.reader === 'person' ? undefined : wanted.reader.context;
  const phrases = searchPhrases(wanted.query);
  const found = await store.search({ phrases, context, discussion: wanted.id, ...page });
  return isRefusal(found) ? found : searchView(found, page);
}
