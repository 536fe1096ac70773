import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqlite } from './database.ts';
import { sqliteLedgerStore } from './ledger-store.ts';
import { migrate } from './migrate.ts';
import { projectStore } from './schema/project-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'discuss-ledger-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('SQLite as a store of discussions', () => {
  it('says store_busy when another process holds the file for more than five seconds', async () => {
    const path = join(folder, 'busy.db');
    const database = openSqlite(path);
    migrate(database, projectStore);
    database.exec('PRAGMA busy_timeout = 1');
    const store = sqliteLedgerStore(database);
    const other = openSqlite(path);
    other.exec('BEGIN EXCLUSIVE');
    expect(await store.replace(emptyRecord)).toMatchObject({ code: 'store_busy' });
    other.exec('ROLLBACK');
    expect(await store.replace(emptyRecord)).toBe('committed');
    other.close();
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
