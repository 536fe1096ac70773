import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRefusal } from '../../core/refusal.ts';
import { findProjectStore } from '../files/project-folder.ts';
import { openSqlite } from './database.ts';
import { runMigrations } from './migrate.ts';
import { projectLedgers } from './project-ledgers.ts';
import { projectStore } from './schema/project-store.ts';
import { sqliteTrustedStores } from './trusted-stores.ts';
import { openUserStore } from './user-store.ts';

describe('the store of a project (ledger contract 1)', () => {
  const ledgers = projectLedgers({ busyMode: 'command' });
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'discuss-project-')));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const init = async (directory = folder) => {
    const made = await ledgers.init({ directory });
    if (isRefusal(made)) throw new Error(made.message);
    return made;
  };
  const open = async (directory: string, store?: string) => {
    const opened = await ledgers.open({ directory, store });
    if (!isRefusal(opened)) opened.close();
    return isRefusal(opened) ? opened.code : 'opened';
  };

  it('is made by init in the working directory, out of the sight of git, for its user alone', async () => {
    expect(await init()).toEqual({ store: join(folder, '.discuss/discuss.db'), created: true });
    expect(readFileSync(join(folder, '.discuss/.gitignore'), 'utf8')).toBe('*\n');
    expect(statSync(join(folder, '.discuss')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, '.discuss/discuss.db')).mode & 0o777).toBe(0o600);
  });

  it('is found again by a second init, which keeps what is there', async () => {
    await init();
    writeFileSync(join(folder, '.discuss/.gitignore'), 'mine\n');
    expect((await init()).created).toBe(false);
    expect(readFileSync(join(folder, '.discuss/.gitignore'), 'utf8')).toBe('mine\n');
  });

  it('is found from below', async () => {
    await init();
    mkdirSync(join(folder, 'a/b'), { recursive: true });
    expect(findProjectStore(join(folder, 'a/b'))).toBe(join(folder, '.discuss/discuss.db'));
    expect(await open(join(folder, 'a/b'))).toBe('opened');
  });

  it('is found from a linked worktree in the main one', async () => {
    const main = join(folder, 'main');
    const linked = join(folder, 'linked');
    mkdirSync(join(main, '.git/worktrees/linked'), { recursive: true });
    writeFileSync(join(main, '.git/worktrees/linked/commondir'), '../..\n');
    mkdirSync(join(linked, 'sub'), { recursive: true });
    writeFileSync(join(linked, '.git'), `gitdir: ${join(main, '.git/worktrees/linked')}\n`);
    await init(main);
    expect(findProjectStore(join(linked, 'sub'))).toBe(join(main, '.discuss/discuss.db'));
    await init(linked);
    expect(findProjectStore(join(linked, 'sub'))).toBe(join(linked, '.discuss/discuss.db'));
  });

  it('is made by no other command', async () => {
    const answer = await ledgers.open({ directory: folder });
    expect(answer).toMatchObject({
      code: 'store_missing',
      next: 'run `discuss init` in the folder of the project',
    });
    expect(existsSync(join(folder, '.discuss'))).toBe(false);
    expect(await open(folder, 'named.db')).toBe('store_missing');
    expect(existsSync(join(folder, 'named.db'))).toBe(false);
  });

  it("is never the user's store of reviews that stands in the same folder", async () => {
    const path = join(folder, '.discuss/user.db');
    const user = openUserStore({ path, busyMode: 'command' });
    if (isRefusal(user)) throw new Error(user.message);
    user.close();
    expect(await open(folder)).toBe('store_missing');
    expect(await open(folder, path)).toBe('store_missing');
  });

  it('can share a named file with the reviews, once init has been run on it', async () => {
    const store = join(folder, 'both.db');
    const user = openUserStore({ path: store, busyMode: 'command' });
    if (isRefusal(user)) throw new Error(user.message);
    user.close();
    expect(await ledgers.init({ directory: folder, store })).toEqual({ store, created: true });
    expect(await open(folder, store)).toBe('opened');
    expect(existsSync(join(folder, '.gitignore'))).toBe(false);
  });

  it('is refused in words when the file is no store or cannot be made', async () => {
    const store = join(folder, 'text.db');
    writeFileSync(store, 'This is a text and no store, which is long enough to tell.\n'.repeat(20));
    expect(await open(folder, store)).toBe('store_error');
    writeFileSync(join(folder, '.discuss'), 'a file in the way');
    expect(await ledgers.init({ directory: folder })).toMatchObject({ code: 'store_error' });
  });

  describe('and its trust (safety contract 3)', () => {
    const openTrusted = () => {
      const user = openUserStore({ path: join(folder, 'user.db'), busyMode: 'command' });
      if (isRefusal(user)) throw new Error(user.message);
      return sqliteTrustedStores(user);
    };
    const withTrust = (busyMode: 'command' | 'hook' | 'isolated') =>
      projectLedgers({ busyMode, trusted: async () => openTrusted() });
    const here = () => ({ directory: folder, migrate: false });

    it('init trusts what it has made, and hooks open it then', async () => {
      expect(await withTrust('command').init({ directory: folder })).toMatchObject({
        created: true,
      });
      expect(await withTrust('hook').isTrusted(here())).toBe(true);
      expect(isRefusal(await withTrust('hook').open(here()))).toBe(false);
    });

    it('init does not trust what came from elsewhere; store trust does', async () => {
      await init();
      expect(await withTrust('command').init({ directory: folder })).toMatchObject({
        created: false,
        untrusted: true,
      });
      expect(await withTrust('hook').open(here())).toMatchObject({
        details: { reason: 'untrusted' },
      });
      expect(await withTrust('command').trust(here())).toMatchObject({ added: true });
      expect(await withTrust('command').trust(here())).toMatchObject({ added: false });
      expect(isRefusal(await withTrust('hook').open(here()))).toBe(false);
    });

    it('a file that takes the place of a trusted one is another', async () => {
      const { store } = await init();
      await withTrust('command').trust(here());
      const bytes = readFileSync(store);
      rmSync(store);
      writeFileSync(store, bytes);
      expect(await withTrust('hook').isTrusted(here())).toBe(false);
      // Its id is trusted all the same, which a process that may be killed finds out.
      const opened = await withTrust('isolated').open(here());
      if (!isRefusal(opened)) opened.close();
      expect(await withTrust('hook').isTrusted(here())).toBe(true);
    });

    it('one that is older than ids is trusted by the first command, not by a hook', async () => {
      const store = join(folder, '.discuss/discuss.db');
      const database = openSqlite(store);
      runMigrations(database, projectStore, { upTo: 1 });
      database.exec('PRAGMA user_version = 0x10000');
      database.close();
      const read = await withTrust('isolated').open(here());
      if (isRefusal(read)) throw new Error(read.message);
      expect(await read.replace({} as never)).toMatchObject({ details: { reason: 'untrusted' } });
      read.close();
      expect(await withTrust('hook').isTrusted(here())).toBe(false);
      const ledger = await withTrust('command').open({ directory: folder });
      if (!isRefusal(ledger)) ledger.close();
      expect(await withTrust('hook').isTrusted(here())).toBe(true);
    });
  });

  it('is refused on a database server', async () => {
    expect(await open(folder, 'postgres://host/db')).toBe('store_error');
  });
});
