import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isRefusal } from '../../core/refusal.ts';
import { openSqlite, type SqliteDatabase } from './database.ts';
import { applicationId, runMigrations, type StoreSchema, writeTransaction } from './migrate.ts';
import { projectLedgers } from './project-ledgers.ts';
import { projectStore } from './schema/project-store.ts';
import { userSchema } from './schema/user-schema.ts';
import { openUserStore } from './user-store.ts';

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'discuss-inspect-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let folders = 0;
const newFolder = (): string => {
  const folder = join(scratch, String(folders++));
  mkdirSync(folder);
  return folder;
};

/** A file as the given statements make it, with a rollback journal unless they say otherwise. */
function makeDatabase(path: string, work: (database: SqliteDatabase) => void): void {
  const database = openSqlite(path);
  database.exec('PRAGMA journal_mode = DELETE');
  work(database);
  database.close();
}

/** A store as an earlier version of the program made it, without a mark. */
const makeEarlier =
  (versions: readonly (readonly [StoreSchema, number])[], more = '') =>
  (path: string): void =>
    makeDatabase(path, (database) => {
      let whole = 0;
      for (const [schema, version] of versions) {
        runMigrations(database, schema, { upTo: version });
        whole |= version << (schema.versionHalf === 'upper' ? 16 : 0);
      }
      database.exec(`PRAGMA user_version = ${whole}; ${more}`);
    });

const project = projectStore.migrations.length;
const user = userSchema.migrations.length;
const bothOfToday = [
  [userSchema, user],
  [projectStore, project],
] as const;
const mark = `PRAGMA application_id = ${applicationId};`;

/** Every file of a folder and what stands in it, links and pipes by their kind alone. */
const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const stats = statSync(join(folder, name));
      return [name, stats.isFile() ? hash('sha256', readFileSync(join(folder, name))) : stats.mode];
    });

const openBoth = async (path: string) => {
  const ledgers = projectLedgers({ busyMode: 'command' });
  const userStore = openUserStore({ path, busyMode: 'command' });
  if (!isRefusal(userStore)) userStore.close();
  const ledger = await ledgers.open({ directory: scratch, store: path });
  if (!isRefusal(ledger)) ledger.close();
  const made = await ledgers.init({ directory: scratch, store: path });
  const watched = await ledgers.watch({ directory: scratch, store: path }, () => undefined);
  if (typeof watched === 'function') watched();
  return [userStore, ledger, made, watched];
};

const foreign: Readonly<Record<string, (path: string) => void>> = {
  'a database of another program': (path) =>
    makeDatabase(path, (one) =>
      one.exec('CREATE TABLE bookmark (url); INSERT INTO bookmark VALUES (1)'),
    ),
  'one with a write-ahead log': (path) =>
    makeDatabase(path, (one) => one.exec('PRAGMA journal_mode = WAL; CREATE TABLE bookmark (url)')),
  'one whose mark is another': makeEarlier(bothOfToday, 'PRAGMA application_id = 7'),
  'one without tables': (path) => makeDatabase(path, (one) => one.exec('PRAGMA user_version = 3')),
  'one without tables or version': (path) => makeDatabase(path, (one) => one.exec('VACUUM')),
  'one with a version of ours and no table': (path) =>
    makeDatabase(path, (one) => one.exec(`PRAGMA user_version = ${user}`)),
  'a store with one more table': makeEarlier(bothOfToday, 'CREATE TABLE other (a)'),
  'a store with a view': makeEarlier(
    bothOfToday,
    'CREATE VIEW v AS WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c',
  ),
  'a marked store with a view': makeEarlier(bothOfToday, `CREATE VIEW v AS SELECT 1; ${mark}`),
  'a store with a trigger': makeEarlier(
    bothOfToday,
    'CREATE TRIGGER t AFTER INSERT ON item BEGIN DELETE FROM batch; END',
  ),
  'a marked store with a trigger': makeEarlier(
    bothOfToday,
    `CREATE TRIGGER t AFTER INSERT ON item BEGIN DELETE FROM batch; END; ${mark}`,
  ),
  'a store with a view in the place of a table': makeEarlier(
    bothOfToday,
    'DROP TABLE message; CREATE VIEW message AS SELECT 1 AS discussion, 2 AS id, 3 AS item',
  ),
  'a store without a table': makeEarlier(bothOfToday, 'DROP TABLE message'),
  'a store with a wider table': makeEarlier(bothOfToday, 'ALTER TABLE message ADD COLUMN a TEXT'),
  'a newer store without a mark': makeEarlier(bothOfToday, 'PRAGMA user_version = 30'),
  'a version with a stray bit': makeEarlier(
    [[userSchema, user]],
    `PRAGMA user_version = ${user | 0x8000}`,
  ),
  'a text': (path) => writeFileSync(path, 'This is a text and no store.\n'.repeat(50)),
  'fewer bytes than a header': (path) => writeFileSync(path, 'SQLite format 3\0'),
  'a header and no more': (path) =>
    writeFileSync(path, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(84)])),
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(path),
  'a link to an endless device': (path) => symlinkSync('/dev/zero', path),
  'a live database of another, with its log and index': (path) => {
    const folder = newFolder();
    const live = openSqlite(join(folder, 'live.db'));
    live.exec('CREATE TABLE bookmark (url)');
    for (const end of ['', '-wal', '-shm'])
      copyFileSync(join(folder, `live.db${end}`), `${path}${end}`);
    live.close();
  },
  'a log without its index': (path) => {
    const folder = newFolder();
    const live = openSqlite(join(folder, 'live.db'), { mark: applicationId });
    live.exec('CREATE TABLE bookmark (url)');
    for (const end of ['', '-wal']) copyFileSync(join(folder, `live.db${end}`), `${path}${end}`);
    live.close();
  },
};

describe('a store is ours or untouched (safety contract 3)', () => {
  it.each(Object.entries(foreign))('%s is refused, and stays as it is', async (_, make) => {
    const folder = newFolder();
    const path = join(folder, 'discuss.db');
    make(path);
    const before = contents(folder);
    for (const refusal of await openBoth(path)) {
      expect(refusal).toMatchObject({ code: 'store_error', details: { reason: 'not_a_store' } });
    }
    expect(contents(folder)).toEqual(before);
  });

  const userVersions = [0, ...userSchema.migrations.map(({ version }) => version)];
  const projectVersions = [0, ...projectStore.migrations.map(({ version }) => version)];
  const versions = userVersions
    .flatMap((one) => projectVersions.map((other) => [one, other] as const))
    .filter(([one, other]) => one + other > 0);
  it.each(versions)(
    "tables of the user's version %i and the project's %i are ours",
    async (...earlier) => {
      const path = join(newFolder(), 'discuss.db');
      const [ofUser, ofProject] = earlier;
      makeEarlier([
        [userSchema, ofUser],
        [projectStore, ofProject],
      ])(path);
      const opened = openUserStore({ path, busyMode: 'command' });
      expect(isRefusal(opened)).toBe(false);
      if (!isRefusal(opened)) opened.close();
      const ledgers = projectLedgers({ busyMode: 'command' });
      expect(isRefusal(await ledgers.init({ directory: scratch, store: path }))).toBe(false);
    },
  );

  it('a store of today without a mark is left alone by reads and marked by the next write', () => {
    const path = join(newFolder(), 'discuss.db');
    makeEarlier(bothOfToday)(path);
    const markIn = (work: (database: SqliteDatabase) => void) => {
      const database = openUserStore({ path, busyMode: 'command' });
      if (isRefusal(database)) throw new Error(database.message);
      work(database);
      const { application_id: id } = database.prepare('PRAGMA application_id').get() ?? {};
      database.close();
      return id;
    };
    expect(markIn((one) => one.prepare('SELECT * FROM review').all())).toBe(0);
    expect(markIn((one) => writeTransaction(one, userSchema, () => undefined))).toBe(applicationId);
  });

  it('a new store says whose it is before anything else stands in it', () => {
    const path = join(newFolder(), 'user.db');
    const database = openUserStore({ path, busyMode: 'command' });
    // The log still holds the tables; the file itself must have the mark.
    expect(readFileSync(path).readUInt32BE(68)).toBe(applicationId);
    if (!isRefusal(database)) database.close();
  });

  it('a store that another process has open is known by its log', () => {
    const path = join(newFolder(), 'user.db');
    const first = openUserStore({ path, busyMode: 'command' });
    const second = openUserStore({ path, busyMode: 'command' });
    expect(isRefusal(second)).toBe(false);
    for (const one of [first, second]) if (!isRefusal(one)) one.close();
  });
});
