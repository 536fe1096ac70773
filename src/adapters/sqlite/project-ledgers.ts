import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
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
import { projectStore } from './schema/project-store.ts';
import { openFailure } from './store-failure.ts';
import { watchCommits } from './watch-commits.ts';

/** How stores of projects are opened. */
export interface LedgerSettings {
  /** `server` and `hook` never wait long inside SQLite; `hook` not even to open a store. */
  readonly busyMode: 'server' | 'command' | 'hook';
  readonly onWarning?: (message: string) => void;
}

/** How long a hook waits for another process to let go of a store that it opens. */
const shortWaitMs = 300;

/** The stores of projects, in SQLite files. */
export function projectLedgers(settings: LedgerSettings): Ledgers {
  return {
    async open(location) {
      const path = locate(location);
      if (isRefusal(path)) return path;
      if (path === undefined || !existsSync(path)) return missing(location, path);
      const database = openStore(path, settings, (opened) =>
        storeVersion(opened, projectStore) === 0
          ? missing(location, path)
          : migrate(opened, projectStore, { migrate: location.migrate ?? true }),
      );
      return isRefusal(database) ? database : sqliteLedgerStore(database);
    },
    async watch(location, listener) {
      const path = locate(location);
      if (isRefusal(path)) return path;
      if (path === undefined || !existsSync(path)) return missing(location, path);
      // A connection of its own sees the commits of every other one, this process's too.
      const database = openStore(path, settings, () => undefined);
      return isRefusal(database) ? database : watchCommits(database, listener);
    },
    async init(location) {
      const path = location.store === undefined ? storeBelow(location.directory) : locate(location);
      return isRefusal(path) ? path : make(path ?? storeBelow(location.directory), settings);
    },
  };
}

function locate({ store, directory }: ProjectLocation): string | undefined | Refusal {
  if (store === undefined) return findProjectStore(directory);
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(store)) return resolve(directory, store);
  return refuse('store_error', 'stores on a database server are not supported by this version', {
    field: 'store',
    next: 'name a file',
  });
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
      ...(busyMode === 'hook' ? { busyTimeoutMs: shortWaitMs } : {}),
    });
    if (isRefusal(database)) return database;
    const refusal = prepare(database);
    if (refusal !== undefined) {
      database.close();
      return refusal;
    }
    if (busyMode !== 'command') database.exec('PRAGMA busy_timeout = 20');
    return database;
  } catch (error) {
    if (database !== undefined && !isRefusal(database)) closeQuietly(database);
    return openFailure(path, error);
  }
}

function make(path: string, settings: LedgerSettings): InitializedStore | Refusal {
  let created = false;
  try {
    const found = inspectStore(path);
    if (isRefusal(found)) return found;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    ignoreInGit(dirname(path));
  } catch (error) {
    return openFailure(path, error);
  }
  const database = openStore(path, settings, (opened) => {
    created = storeVersion(opened, projectStore) === 0;
    return migrate(opened, projectStore);
  });
  if (isRefusal(database)) return database;
  database.close();
  return { store: path, created };
}

/** A store at an explicit path may be in a folder that is not ours to hide. */
function ignoreInGit(folder: string): void {
  const ignore = join(folder, '.gitignore');
  const isOurs = basename(folder) === projectFolder;
  if (isOurs && !existsSync(ignore)) writeFileSync(ignore, '*\n');
}
