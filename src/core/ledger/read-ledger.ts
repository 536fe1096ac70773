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
export type Viewer = { readonly context: string } | 'person';

/** Own and unbound discussions may be read by a context. */
function checkReadable(discussion: Discussion, reader: Viewer): Refusal | undefined {
  if (reader === 'person') return undefined;
  const { context } = discussion;
  return context === reader.context || context === '' ? undefined : contextMismatch(discussion);
}

/** What is current: of the named discussion, or of the one that the context is bound to. */
export async function readCurrent(
  store: LedgerReader,
  query: { readonly id?: string | undefined; readonly reader: Viewer },
) {
  const { id, reader } = query;
  const result = await store.overview(id === undefined ? bindingOf(reader) : { id });
  if (isRefusal(result)) return result;
  if (result === undefined) return id === undefined ? { discussion: null } : noDiscussion(id);
  const { discussion, value } = result;
  return checkReadable(discussion, reader) ?? currentView(discussion, value);
}

/** A person is bound to nothing; the empty context never is. */
function bindingOf(reader: Viewer): { context: string } {
  return reader === 'person' ? { context: '' } : reader;
}

/** A page of a discussion's items. */
export async function readItems(
  store: LedgerReader,
  query: { readonly id: string; readonly reader: Viewer; readonly page: PageRequest },
) {
  const result = await store.items(query.id, query.page);
  if (isRefusal(result)) return result;
  if (result === undefined) return noDiscussion(query.id);
  const { discussion, value } = result;
  return checkReadable(discussion, query.reader) ?? showView(discussion, value, query.page);
}

/** One item. */
export async function readItem(
  store: LedgerReader,
  query: { readonly id: string; readonly item: string; readonly reader: Viewer },
) {
  const result = await store.item(query.id, query.item);
  if (isRefusal(result)) return result;
  if (result === undefined) return noDiscussion(query.id);
  const { discussion, value } = result;
  const refusal = checkReadable(discussion, query.reader);
  if (refusal !== undefined) return refusal;
  if (value === undefined) return noItem(query.item, 'item');
  return { id: discussion.id, revision: discussion.revision, item: itemView(value) };
}

/** A page of the accepted batches, oldest first. */
export async function readHistory(
  store: LedgerReader,
  query: { readonly id: string; readonly reader: Viewer; readonly page: PageRequest },
) {
  const result = await store.batches(query.id, query.page);
  if (isRefusal(result)) return result;
  if (result === undefined) return noDiscussion(query.id);
  const { discussion, value } = result;
  return checkReadable(discussion, query.reader) ?? historyView(discussion, value, query.page);
}

/** A page of the discussions that the reader may read, in order of creation. */
export async function readList(
  store: LedgerReader,
  query: { readonly reader: Viewer; readonly page: PageRequest },
) {
  const context = query.reader === 'person' ? undefined : query.reader.context;
  const result = await store.list(context, query.page);
  return isRefusal(result) ? result : listView(result, query.page);
}

/** The whole record of a discussion. */
export async function readRecord(
  store: LedgerReader,
  query: { readonly id: string; readonly reader: Viewer },
): Promise<LedgerRecord | Refusal> {
  const record = await store.record(query.id);
  if (isRefusal(record)) return record;
  if (record === undefined) return noDiscussion(query.id);
  return checkReadable(record.discussion, query.reader) ?? record;
}

/** What happened to one item, oldest first. */
export async function readItemHistory(
  store: LedgerReader,
  query: { readonly id: string; readonly item: string; readonly reader: Viewer },
  page: PageRequest,
) {
  const result = await store.itemHistory(query, page);
  if (isRefusal(result)) return result;
  if (result === undefined) return noDiscussion(query.id);
  const refusal = checkReadable(result.discussion, query.reader);
  if (refusal !== undefined) return refusal;
  return result.value.total === 0
    ? noItem(query.item, 'item')
    : itemHistoryView(result, query.item, page);
}

/** Items that hold the words of a query, in one discussion or in all that the reader may read. */
export async function searchLedger(
  store: LedgerReader,
  query: { readonly query: string; readonly id?: string | undefined; readonly reader: Viewer },
  page: PageRequest,
) {
  const context = query.reader === 'person' ? undefined : query.reader.context;
  const phrases = searchPhrases(query.query);
  const result = await store.search({ phrases, context, discussion: query.id, ...page });
  return isRefusal(result) ? result : searchView(result, page);
}
