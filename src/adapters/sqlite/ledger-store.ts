import type { LedgerStore } from '../../core/ledger/ports/ledger-store.ts';
import type { SqliteDatabase } from './database.ts';
import { loadState } from './ledger-load.ts';
import {
  readBatches,
  readDiscussions,
  readFaults,
  readHead,
  readItemHistory,
  readOneItem,
  readOverview,
  readPage,
  readRecord,
} from './ledger-read.ts';
import { searchItems } from './ledger-search.ts';
import { writeBatch, writeRecord } from './ledger-write.ts';
import { writeTransaction } from './migrate.ts';
import { readTransaction } from './read-transaction.ts';
import { projectStore } from './schema/project-store.ts';
import { guardStore } from './store-failure.ts';

/** Keeps discussions in an open project's store. */
export function sqliteLedgerStore(database: SqliteDatabase): LedgerStore {
  const read = <Result>(work: () => Result) =>
    guardStore(database.path, () => readTransaction(database, work));
  const write = <Result>(work: () => Result) =>
    guardStore(database.path, () => writeTransaction(database, projectStore, work));
  return {
    load: (ports) => read(() => loadState(database, ports)),
    commit: (changes) => write(() => writeBatch(database, changes)),
    replace: (record) => write(() => writeRecord(database, record)),
    head: (id) => read(() => readHead(database, id)),
    overview: (selector) => read(() => readOverview(database, selector)),
    items: (id, page) => read(() => readPage(database, id, page)),
    item: (id, item) => read(() => readOneItem(database, id, item)),
    itemHistory: (selector, page) => read(() => readItemHistory(database, selector, page)),
    batches: (id, page) => read(() => readBatches(database, id, page)),
    list: (context, page) => read(() => readDiscussions(database, context, page)),
    record: (id) => read(() => readRecord(database, id)),
    faults: () => read(() => readFaults(database)),
    search: (search) => read(() => searchItems(database, search)),
    close: () => database.close(),
  };
}
