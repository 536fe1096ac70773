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

/** What was read of a discussion, refused when it is not there; a context may read its own and unbound ones. */
function readable<Read extends { readonly discussion: Discussion }>(
  { id, reader }: { readonly id: string; readonly reader: Viewer },
  result: Read | undefined | Refusal,
): Read | Refusal {
  if (isRefusal(result)) return result;
  if (result === undefined) return noDiscussion(id);
  const { context } = result.discussion;
  const isReadable = reader === 'person' || context === reader.context || context === '';
  return isReadable ? result : contextMismatch(result.discussion);
}

/** What is current: of the named discussion, or of the one that the context is bound to. */
export async function readCurrent(
  store: LedgerReader,
  query: { readonly id?: string | undefined; readonly reader: Viewer },
) {
  const { id, reader } = query;
  const result = await store.overview(id === undefined ? bindingOf(reader) : { id });
  if (result === undefined && id === undefined) return { discussion: null };
  const read = readable({ id: id ?? '', reader }, result);
  return isRefusal(read) ? read : currentView(read.discussion, read.value);
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
  const read = readable(query, await store.items(query.id, query.page));
  return isRefusal(read) ? read : showView(read.discussion, read.value, query.page);
}

/** One item. */
export async function readItem(
  store: LedgerReader,
  query: { readonly id: string; readonly item: string; readonly reader: Viewer },
) {
  const read = readable(query, await store.item(query.id, query.item));
  if (isRefusal(read)) return read;
  const { discussion, value } = read;
  if (value === undefined) return noItem(query.item, 'item');
  return { id: discussion.id, revision: discussion.revision, item: itemView(value) };
}

/** A page of the accepted batches, oldest first. */
export async function readHistory(
  store: LedgerReader,
  query: { readonly id: string; readonly reader: Viewer; readonly page: PageRequest },
) {
  const read = readable(query, await store.batches(query.id, query.page));
  return isRefusal(read) ? read : historyView(read.discussion, read.value, query.page);
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
  return readable(query, await store.record(query.id));
}

/** What happened to one item, oldest first. */
export async function readItemHistory(
  store: LedgerReader,
  query: { readonly id: string; readonly item: string; readonly reader: Viewer },
  page: PageRequest,
) {
  const read = readable(query, await store.itemHistory(query, page));
  if (isRefusal(read)) return read;
  return read.value.total === 0
    ? noItem(query.item, 'item')
    : itemHistoryView(read, query.item, page);
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
