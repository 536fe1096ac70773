import { copyFileSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isBusy, openSqlite } from './database.ts';

const newPath = (): string => join(mkdtempSync(join(tmpdir(), 'discuss-sqlite-')), 'a', 'test.db');

describe('the SQLite driver', () => {
  it('keeps texts with NUL and any Unicode, numbers, null and bytes as they are', () => {
    const database = openSqlite(':memory:');
    database.exec('CREATE TABLE t (a, b, c, d)');
    const bytes = new Uint8Array([0, 255, 7]);
    database.prepare('INSERT INTO t VALUES (?, ?, ?, ?)').run('a\u0000𝄞', 2 ** 53 - 1, null, bytes);
    const row = database.prepare('SELECT * FROM t').get();
    expect(row?.['a']).toBe('a\u0000𝄞');
    expect(row?.['b']).toBe(2 ** 53 - 1);
    expect(row?.['c']).toBeNull();
    expect(row?.['d']).toEqual(expect.objectContaining({ 0: 0, 1: 255, 2: 7, length: 3 }));
    expect(database.prepare('SELECT * FROM t WHERE a = ?').get('none')).toBeUndefined();
  });

  it('prepares a statement once for each text', () => {
    const database = openSqlite(':memory:');
    expect(database.prepare('SELECT 1 AS one')).toBe(database.prepare('SELECT 1 AS one'));
  });

  it('makes file and folder for their owner alone, with a write-ahead log and full sync', () => {
    const path = newPath();
    const database = openSqlite(path);
    database.exec('CREATE TABLE t (a)');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(database.prepare('PRAGMA journal_mode').get()?.['journal_mode']).toBe('wal');
    expect(database.prepare('PRAGMA synchronous').get()?.['synchronous']).toBe(2);
    expect(database.prepare('PRAGMA foreign_keys').get()?.['foreign_keys']).toBe(1);
  });

  it('rolls a transaction back when its work throws, and tells that error', () => {
    const database = openSqlite(':memory:');
    database.exec('CREATE TABLE t (a)');
    expect(() =>
      database.transaction(() => {
        database.prepare('INSERT INTO t VALUES (1)').run();
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(database.prepare('SELECT count(*) AS n FROM t').get()?.['n']).toBe(0);
    expect(database.transaction(() => 7)).toBe(7);
  });

  it('tells another connection that something was committed, and who is kept waiting', () => {
    const path = newPath();
    const [one, other] = [
      openSqlite(path, { busyTimeoutMs: 1 }),
      openSqlite(path, { busyTimeoutMs: 1 }),
    ];
    one.exec('CREATE TABLE t (a)');
    const before = other.dataVersion();
    one.exec('INSERT INTO t VALUES (1)');
    expect(other.dataVersion()).not.toBe(before);
    one.exec('BEGIN IMMEDIATE');
    let error: unknown;
    try {
      other.transaction(() => undefined);
    } catch (thrown) {
      error = thrown;
    }
    expect(isBusy(error)).toBe(true);
    one.exec('ROLLBACK');
  });

  it('opens for reading alone', () => {
    const path = newPath();
    const database = openSqlite(path);
    database.exec('CREATE TABLE t (a)');
    database.close();
    const reader = openSqlite(path, { readOnly: true });
    expect(() => reader.exec('INSERT INTO t VALUES (1)')).toThrow(/readonly|read-only/);
  });

  it('leaves everything in the file itself when it is closed', () => {
    const path = newPath();
    const database = openSqlite(path);
    database.exec('CREATE TABLE t (a)');
    database.prepare('INSERT INTO t VALUES (?)').run(7);
    database.close();
    copyFileSync(path, `${path}.copy`);
    const copy = openSqlite(`${path}.copy`);
    expect(copy.prepare('SELECT a FROM t').get()?.['a']).toBe(7);
    copy.close();
  });
});
