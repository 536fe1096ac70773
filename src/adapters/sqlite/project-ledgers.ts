import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { LedgerStore } from '../../core/ledger/ports/ledger-store.ts';
import type {
  InitializedStore,
  Ledgers,
  ProjectLocation,
} from '../../core/ledger/ports/ledgers.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { findProjectStore, projectFolder, storeBelow } from '../files/project-folder.ts';
import { closeQuietly, type SqliteDatabase } from './database.ts';
import { inspectStore, openStoreFile } from './inspect-store.ts';
import { sqliteLedgerStore } from './ledger-store.ts';
import { migrate, storeVersion } from './migrate.ts';
import { openUnchanged } from './open-unchanged.ts';
import { limitBlockingWait } from './retry-while-busy.ts';
import { storeIdentity } from './schema/project-0002-identity.ts';
import { projectStore } from './schema/project-store.ts';
import { guardStore, openFailure } from './store-failure.ts';
import type { TrustedStores } from './trusted-stores.ts';
import { watchCommits } from './watch-commits.ts';

/** How stores of projects are opened. */
export interface LedgerSettings {
  /**
   * `server` and `hook` never wait long inside SQLite; `hook` not even to open a store, and only a trusted one.
   * `isolated` is a hook in a process that may be killed: it reads any store and writes to trusted ones.
   */
  readonly busyMode: 'server' | 'command' | 'hook' | 'isolated';
  readonly onWarning?: (message: string) => void;
  /** The stores that the user trusts; without it, none is known. */
  readonly trusted?: () => Promise<TrustedStores | Refusal>;
}

/** How long a hook waits for another process to let go of a store that it opens. */
const shortWaitMs = 300;

/** The stores of projects, in SQLite files. */
export function projectLedgers(settings: LedgerSettings): Ledgers {
  const { busyMode } = settings;
  const isTrusted = async (location: ProjectLocation): Promise<boolean> => {
    const path = locate(location);
    if (isRefusal(path) || path === undefined) return false;
    const trusted = await settings.trusted?.();
    return trusted !== undefined && !isRefusal(trusted) && trusted.hasFile(path);
  };
  return {
    async open(location) {
      const path = find(location);
      if (isRefusal(path)) return path;
      if (busyMode === 'isolated') return openIsolated(path, settings, location);
      if (busyMode === 'hook' && !(await isTrusted(location))) return untrusted(path);
      const opened = await openUpToDate(path, settings, location);
      return isRefusal(opened) ? opened : sqliteLedgerStore(opened.database);
    },
    async watch(location, listener) {
      const path = find(location);
      if (isRefusal(path)) return path;
      // A connection of its own sees the commits of every other one, this process's too.
      const database = openStore(path, settings, () => undefined);
      return isRefusal(database) ? database : watchCommits(database, listener);
    },
    async init(location) {
      const path = location.store === undefined ? storeBelow(location.directory) : locate(location);
      return isRefusal(path) ? path : make(path ?? storeBelow(location.directory), settings);
    },
    async trust(location) {
      const path = find(location);
      if (isRefusal(path)) return path;
      const opened = await openUpToDate(path, settings, location);
      if (isRefusal(opened)) return opened;
      const { database, hadNoId } = opened;
      try {
        const added = await addTrusted(database, settings);
        return isRefusal(added) ? added : { store: path, added: added || hadNoId };
      } finally {
        database.close();
      }
    },
    isTrusted,
  };
}

interface OpenedStore {
  readonly database: SqliteDatabase;
  /** It was made before stores had ids. */
  readonly hadNoId: boolean;
}

/** Opens a store and brings it up to date; one that was made before stores had ids is trusted from then on. */
async function openUpToDate(
  path: string,
  settings: LedgerSettings,
  location: ProjectLocation,
): Promise<OpenedStore | Refusal> {
  let hadNoId = false;
  const database = openStore(path, settings, (opened) => {
    const version = storeVersion(opened, projectStore);
    if (version === 0) return missing(location, path);
    hadNoId = version < storeIdentity.version;
    return migrate(opened, projectStore, { migrate: location.migrate ?? true });
  });
  if (isRefusal(database)) return database;
  if (hadNoId) await addTrusted(database, settings);
  return { database, hadNoId };
}

/** Returns whether the id of an open store was new to the user's store. */
async function addTrusted(
  database: SqliteDatabase,
  { trusted: open }: LedgerSettings,
): Promise<boolean | Refusal> {
  const trusted = await open?.();
  if (trusted === undefined || isRefusal(trusted)) return trusted ?? false;
  const id = readId(database);
  return guardStore(database.path, () => {
    const isNew = !trusted.hasId(id);
    return trusted.add(id, database.path) ?? isNew;
  });
}

function readId(database: SqliteDatabase): string {
  return String(database.prepare('SELECT id FROM store_identity').get()?.['id'] ?? '');
}

function locate({ store, directory }: ProjectLocation): string | undefined | Refusal {
  if (store === undefined) return findProjectStore(directory);
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(store)) return resolve(directory, store);
  return refuse('store_error', 'stores on a database server are not supported by this version', {
    field: 'store',
    next: 'name a file',
  });
}

/** The path of a store that is there. */
function find(location: ProjectLocation): string | Refusal {
  const path = locate(location);
  if (isRefusal(path)) return path;
  return path === undefined || !existsSync(path) ? missing(location, path) : path;
}

function untrusted(path: string): Refusal {
  return refuse(
    'store_error',
    `the store ${path} came from elsewhere, so that hooks only read it`,
    {
      details: { reason: 'untrusted' },
      next: 'run `discuss store trust` in the folder of the project if you know where it came from',
    },
  );
}

/** Opens a store that may be anything. */
async function openIsolated(
  path: string,
  settings: LedgerSettings,
  location: ProjectLocation,
): Promise<LedgerStore | Refusal> {
  try {
    const inspected = inspectStore(path);
    if (isRefusal(inspected)) return inspected;
    const reader = openUnchanged(path, true);
    const version = storeVersion(reader, projectStore);
    if (version === 0) {
      reader.close();
      return missing(location, path);
    }
    const id = version < storeIdentity.version ? '' : readId(reader);
    const trusted = await settings.trusted?.();
    if (trusted === undefined || isRefusal(trusted) || !trusted.hasId(id)) {
      const refused = async () => untrusted(path);
      return { ...sqliteLedgerStore(reader), commit: refused, replace: refused };
    }
    reader.close();
    trusted.add(id, path);
    const database = openStore(path, settings, (opened) =>
      migrate(opened, projectStore, { migrate: false }),
    );
    return isRefusal(database) ? database : sqliteLedgerStore(database);
  } catch (error) {
    return openFailure(path, error);
  }
}

function missing({ directory }: ProjectLocation, path: string | undefined): Refusal {
  const expected = path === undefined ? `at or above ${directory}` : `at ${path}`;
  return refuse('store_missing', `there is no project's store ${expected}`, {
    next: 'run `discuss init` in the folder of the project',
  });
}

/** Opens a store; `prepare` brings it up to date or refuses it. */
function openStore(
  path: string,
  { busyMode, onWarning }: LedgerSettings,
  prepare: (database: SqliteDatabase) => Refusal | undefined,
): SqliteDatabase | Refusal {
  let database: SqliteDatabase | Refusal | undefined;
  try {
    database = openStoreFile(path, {
      ...(onWarning === undefined ? {} : { onWarning }),
      ...(busyMode === 'hook' || busyMode === 'isolated' ? { busyTimeoutMs: shortWaitMs } : {}),
    });
    if (isRefusal(database)) return database;
    const refusal = prepare(database);
    if (refusal !== undefined) {
      database.close();
      return refusal;
    }
    limitBlockingWait(database, busyMode);
    return database;
  } catch (error) {
    if (database !== undefined && !isRefusal(database)) closeQuietly(database);
    return openFailure(path, error);
  }
}

async function make(path: string, settings: LedgerSettings): Promise<InitializedStore | Refusal> {
  try {
    const inspected = inspectStore(path);
    if (isRefusal(inspected)) return inspected;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    ignoreInGit(dirname(path));
  } catch (error) {
    return openFailure(path, error);
  }
  let before = 0;
  const database = openStore(path, settings, (opened) => {
    before = storeVersion(opened, projectStore);
    return migrate(opened, projectStore);
  });
  if (isRefusal(database)) return database;
  try {
    const isTrusted = await trustOwn(database, settings, before < storeIdentity.version);
    return { store: path, created: before === 0, ...(isTrusted ? {} : { untrusted: true }) };
  } finally {
    database.close();
  }
}

/** Trusts a store that was made here; whether it is trusted then. */
async function trustOwn(
  database: SqliteDatabase,
  settings: LedgerSettings,
  isOwn: boolean,
): Promise<boolean> {
  if (settings.trusted === undefined) return true;
  const trusted = await settings.trusted();
  if (isRefusal(trusted)) return false;
  if (!isOwn && !trusted.hasId(readId(database))) return false;
  return !isRefusal(await addTrusted(database, settings));
}

/** A store at an explicit path may be in a folder that is not ours to hide. */
function ignoreInGit(folder: string): void {
  const ignore = join(folder, '.gitignore');
  const isOurs = basename(folder) === projectFolder;
  if (isOurs && !existsSync(ignore)) writeFileSync(ignore, '*\n');
}
