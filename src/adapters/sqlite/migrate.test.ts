import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite, type SqliteDatabase } from './database.ts';
import { type Migration, migrate, storeVersion, writeTransaction } from './migrate.ts';

const first: Migration = { version: 1, name: 'notes', up: 'CREATE TABLE note (text TEXT)' };
const second: Migration = {
  version: 2,
  name: 'length of notes',
  up: (database) => {
    database.exec('ALTER TABLE note ADD COLUMN size INTEGER');
    database.exec('UPDATE note SET size = length(text)');
  },
};
const one = { storeName: 'the test store', migrations: [first] };
const two = { storeName: 'the test store', migrations: [first, second] };

describe('migrate', () => {
  let folder: string;
  let path: string;
  let database: SqliteDatabase;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'discuss-migrate-'));
    path = join(folder, 'store.db');
    database = openSqlite(path);
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  it('makes the tables of a new file without a copy', () => {
    expect(migrate(database, two)).toBeUndefined();
    expect(storeVersion(database, two)).toBe(2);
    expect(readdirSync(folder).filter((name) => name.includes('before'))).toEqual([]);
  });

  it('does nothing when the store is up to date', () => {
    migrate(database, two);
    expect(migrate(database, two)).toBeUndefined();
  });

  it('carries rows to a newer version after a private copy that holds the old ones', () => {
    migrate(database, one);
    database.prepare('INSERT INTO note VALUES (?)').run('hello');
    expect(migrate(database, two)).toBeUndefined();
    expect(database.prepare('SELECT * FROM note').all()).toMatchObject([
      { text: 'hello', size: 5 },
    ]);
    const copy = openSqlite(`${path}.before-v2`);
    expect(storeVersion(copy, two)).toBe(1);
    expect(copy.prepare('SELECT text FROM note').all()).toMatchObject([{ text: 'hello' }]);
    copy.close();
    expect(statSync(`${path}.before-v2`).mode & 0o777).toBe(0o600);
  });

  it('leaves version and rows as they were when a step fails', () => {
    migrate(database, one);
    const failing = { version: 2, name: 'fails', up: 'DROP TABLE note; SELECT nothing' };
    expect(() => migrate(database, { ...one, migrations: [first, failing] })).toThrow(/nothing/);
    expect(storeVersion(database, two)).toBe(1);
    expect(database.prepare('SELECT * FROM note').all()).toEqual([]);
  });

  it('refuses a store that is newer than the program, in words', () => {
    migrate(database, two);
    expect(migrate(database, one)).toMatchObject({
      code: 'store_error',
      message: `the test store ${path} has version 2, and this program knows version 1`,
      next: 'update discuss to the version that wrote the store',
    });
  });

  it('refuses an older store when it may not migrate', () => {
    migrate(database, one);
    expect(migrate(database, two, { migrate: false })).toMatchObject({ code: 'store_error' });
    expect(existsSync(`${path}.before-v2`)).toBe(false);
    expect(storeVersion(database, two)).toBe(1);
  });

  it('refuses a write after another program has moved the store on', () => {
    migrate(database, one);
    const other = openSqlite(path);
    migrate(other, two);
    other.close();
    const write = () => database.prepare('INSERT INTO note (text) VALUES (?)').run('late');
    expect(writeTransaction(database, one, write)).toMatchObject({ code: 'store_error' });
    expect(database.prepare('SELECT * FROM note').all()).toEqual([]);
  });

  it('lets two kinds of store share a file', () => {
    const other = {
      storeName: 'the other store',
      migrations: [{ version: 1, name: 'marks', up: 'CREATE TABLE mark (text TEXT)' }],
      versionHalf: 'upper',
    } as const;
    migrate(database, one);
    expect(storeVersion(database, other)).toBe(0);
    expect(migrate(database, other)).toBeUndefined();
    expect(migrate(database, two)).toBeUndefined();
    expect([storeVersion(database, other), storeVersion(database, two)]).toEqual([1, 2]);
    expect(writeTransaction(database, other, () => 'written')).toBe('written');
  });

  it('writes when the version is the one it knows', () => {
    migrate(database, one);
    const answer = writeTransaction(database, one, () => {
      database.prepare('INSERT INTO note VALUES (?)').run('kept');
      return 'done';
    });
    expect(answer).toBe('done');
    expect(database.prepare('SELECT text FROM note').all()).toMatchObject([{ text: 'kept' }]);
  });
});
