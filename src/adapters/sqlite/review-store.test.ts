import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../core/refusal.ts';
import { reviewStoreContract } from '../review-store.contract.ts';
import type { SqliteDatabase } from './database.ts';
import { sqliteReviewStore } from './review-store.ts';
import { openUserStore } from './user-store.ts';

function openAt(path: string, busyMode: 'server' | 'command' = 'server'): SqliteDatabase {
  const database = openUserStore({ path, busyMode: busyMode });
  if (isRefusal(database)) throw new Error(database.message);
  return database;
}

const newPath = (): string =>
  join(mkdtempSync(join(tmpdir(), 'discuss-store-')), 'deep', 'user.db');

reviewStoreContract('SQLite', () => sqliteReviewStore(openAt(newPath())));

describe("the user's store", () => {
  it('is made on first use, for its owner alone', () => {
    const path = newPath();
    openAt(path).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  });

  it('refuses a place that cannot be written, naming DISCUSS_STORE', () => {
    const refusal = openUserStore({ path: '/dev/null/none/user.db', busyMode: 'command' });
    expect(refusal).toMatchObject({
      code: 'store_error',
      next: expect.stringContaining('DISCUSS_STORE'),
    });
  });

  it('refuses a store that a newer program has written', () => {
    const path = newPath();
    const database = openAt(path);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(openUserStore({ path, busyMode: 'command' })).toMatchObject({
      code: 'store_error',
      message: expect.stringContaining('99'),
    });
  });

  it('keeps a server responsive while another process writes', async () => {
    const path = newPath();
    const other = openAt(path, 'command');
    const store = sqliteReviewStore(openAt(path));
    other.exec('BEGIN IMMEDIATE');
    let ticks = 0;
    const timer = setInterval(() => {
      ticks++;
      if (ticks === 3) other.exec('ROLLBACK');
    }, 5);
    await store.create(
      {
        id: 'a',
        sourceFile: 's',
        mode: 'markdown',
        startedAt: '2026-11-30T10:00:00.000Z',
        round: 1,
      },
      { events: [] },
    );
    clearInterval(timer);
    expect(ticks).toBeGreaterThanOrEqual(3);
    expect(await store.header('a')).toMatchObject({ id: 'a' });
  });
});
