import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { testLedgerStore } from '../ledger-store.contract.ts';
import { openSqlite } from './database.ts';
import { sqliteLedgerStore } from './ledger-store.ts';
import { migrate } from './migrate.ts';
import { projectStore } from './schema/project-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'discuss-ledger-'));
afterAll(() => rmSync(folder, { recursive: true }));

function openStore(path: string) {
  const database = openSqlite(path);
  migrate(database, projectStore);
  return { database, store: sqliteLedgerStore(database) };
}

testLedgerStore('SQLite', () => openStore(':memory:').store);

describe('SQLite as a store of discussions', () => {
  it('says store_error when the file is damaged or full', async () => {
    const { database, store } = openStore(join(folder, 'full.db'));
    const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count']);
    database.exec(`PRAGMA max_page_count = ${pages}`);
    const long = {
      ...emptyRecord,
      discussion: { ...emptyRecord.discussion, title: 'x'.repeat(99_999) },
    };
    expect(await store.replace(long)).toMatchObject({ code: 'store_error' });
    database.exec('PRAGMA max_page_count = 100000');
    expect(await store.replace(long)).toBe('committed');
    store.close();
  });
});

const emptyRecord = {
  expectedRevision: 0,
  discussion: {
    id: 'd',
    context: '',
    title: 'Title',
    description: '',
    state: 'paused',
    revision: 1,
    items: 0,
    openQuestions: 0,
    unassigned: 0,
    activeSummaries: 0,
    batches: 0,
    reordered: false,
    createdAt: '2026-05-01T10:00:00.000Z',
    updatedAt: '2026-05-01T10:00:00.000Z',
  },
  items: [],
  batches: [],
  changes: [],
  messages: [],
  citations: [],
} as const;
