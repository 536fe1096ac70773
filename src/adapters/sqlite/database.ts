import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A value that SQLite keeps as it is. Integers beyond 2^53 never occur in our tables. */
export type SqlValue = string | number | null | Uint8Array;
/** A row as read: column name to value. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** A prepared statement; parameters are positional. */
export interface SqliteStatement {
  run(...values: SqlValue[]): { changes: number };
  get(...values: SqlValue[]): SqlRow | undefined;
  all(...values: SqlValue[]): SqlRow[];
}

/** The part of a SQLite connection that both drivers share. All calls are synchronous. */
export interface SqliteDatabase {
  readonly path: string;
  /** Prepares a statement, once for each text. */
  prepare(sql: string): SqliteStatement;
  /** Runs statements that answer nothing. */
  exec(sql: string): void;
  /**
   * Runs `work` inside BEGIN IMMEDIATE … COMMIT and returns its result; rolls back and rethrows when it throws.
   * There is no await inside, so no other work can join the transaction.
   */
  transaction<Result>(work: () => Result): Result;
  /** A number that changes whenever another connection has committed. */
  dataVersion(): number;
  close(): void;
}

/** How a database file is opened. */
export interface SqliteOptions {
  /** How long a blocked statement waits for another process, in milliseconds. */
  readonly busyTimeoutMs?: number;
  readonly readOnly?: boolean;
  /** Told when the file system cannot hold a write-ahead log and a rollback journal is used in its place. */
  readonly onWarning?: (message: string) => void;
}

interface Driver {
  exec(sql: string): unknown;
  prepare(sql: string): DriverStatement;
  close(): void;
}

interface DriverStatement {
  run(...values: SqlValue[]): { changes: number | bigint };
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
}

interface BuiltInSqlite {
  readonly DatabaseSync: new (path: string, options: { readOnly: boolean }) => Driver;
}

type DriverModule = (path: string, readOnly: boolean) => Driver;

/** True when an error says that another process holds the database. */
export function isBusy(error: unknown): boolean {
  const text =
    error instanceof Error ? `${'code' in error ? error.code : ''} ${error.message}` : '';
  return /SQLITE_BUSY|database is locked/.test(text);
}

/**
 * Opens a SQLite file with write-ahead log, full sync and foreign keys, making file and folder when they are
 * missing (0600 and 0700). `:memory:` gives a private database. Uses the driver built into Node where there is
 * one, else `better-sqlite3`; throws when neither can be loaded or the file cannot be opened.
 */
export function openSqlite(path: string, options: SqliteOptions = {}): SqliteDatabase {
  const readOnly = options.readOnly ?? false;
  const fresh = path !== ':memory:' && !readOnly && !existsSync(path);
  if (fresh) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const driver = driverModule()(path, readOnly);
  try {
    driver.exec(`PRAGMA busy_timeout = ${options.busyTimeoutMs ?? 5000}`);
    if (fresh) chmodSync(path, 0o600);
    if (!readOnly) setJournal(driver, options.onWarning);
    driver.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  } catch (error) {
    driver.close();
    throw error;
  }
  return wrap(path, driver);
}

function setJournal(driver: Driver, onWarning: SqliteOptions['onWarning']): void {
  const mode = pragmaValue(driver, 'journal_mode = WAL');
  if (mode === 'wal' || mode === 'memory') return;
  driver.exec('PRAGMA journal_mode = DELETE');
  onWarning?.(
    `the store cannot use a write-ahead log here (got "${mode}"); using a rollback journal`,
  );
}

function pragmaValue(driver: Driver, pragma: string): unknown {
  const row = driver.prepare(`PRAGMA ${pragma}`).get();
  return Object.values(row as Record<string, unknown>)[0];
}

function wrap(path: string, driver: Driver): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const made = wrapStatement(driver.prepare(sql));
    statements.set(sql, made);
    return made;
  };
  return {
    path,
    prepare,
    exec: (sql) => void driver.exec(sql),
    transaction: (work) => transact(prepare, work),
    dataVersion: () => Number(prepare('PRAGMA data_version').get()?.['data_version']),
    close: () => driver.close(),
  };
}

function wrapStatement(statement: DriverStatement): SqliteStatement {
  return {
    run: (...values) => ({ changes: Number(statement.run(...values).changes) }),
    get: (...values) => statement.get(...values) as SqlRow | undefined,
    all: (...values) => statement.all(...values) as SqlRow[],
  };
}

function transact<Result>(prepare: SqliteDatabase['prepare'], work: () => Result): Result {
  prepare('BEGIN IMMEDIATE').run();
  try {
    const result = work();
    prepare('COMMIT').run();
    return result;
  } catch (error) {
    try {
      prepare('ROLLBACK').run();
    } catch {
      // A full disk has already rolled back; the first error is the one to tell.
    }
    throw error;
  }
}

function driverModule(): DriverModule {
  return builtInDriver() ?? packagedDriver();
}

function builtInDriver(): DriverModule | undefined {
  const sqlite = quietly(
    () => process.getBuiltinModule?.('node:sqlite') as BuiltInSqlite | undefined,
  );
  if (sqlite === undefined) return undefined;
  return (path, readOnly) => new sqlite.DatabaseSync(path, { readOnly });
}

/** Node 22 warns that its SQLite is experimental; the subset used here is covered by our own suite. */
function quietly<Result>(load: () => Result): Result {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function packagedDriver(): DriverModule {
  const require = createRequire(import.meta.url);
  try {
    return bundledDriver(require) ?? installedDriver(require);
  } catch (cause) {
    throw new Error(
      'no SQLite driver: use Node 22.13 or newer, or let npm install the optional package better-sqlite3',
      { cause },
    );
  }
}

type PackagedSqlite = new (
  path: string,
  options: { readonly: boolean; nativeBinding?: string },
) => Driver;

function installedDriver(require: NodeJS.Require): DriverModule {
  const Database = require('better-sqlite3') as PackagedSqlite;
  return (path, readOnly) => new Database(path, { readonly: readOnly });
}

/** The package in one file of ours, which loads faster; only with the native part of the same version. */
function bundledDriver(require: NodeJS.Require): DriverModule | undefined {
  const bundled = bundledPackage(require);
  if (bundled === undefined) return undefined;
  const manifest = require.resolve('better-sqlite3/package.json');
  const { version } = require(manifest) as { version: string };
  const nativeBinding = join(dirname(manifest), 'build/Release/better_sqlite3.node');
  if (version !== bundled.version || !existsSync(nativeBinding)) return undefined;
  return (path, readOnly) => new bundled.Database(path, { readonly: readOnly, nativeBinding });
}

/** The file that the build writes; a program that was built otherwise has none. */
function bundledPackage(
  require: NodeJS.Require,
): { readonly version: string; readonly Database: PackagedSqlite } | undefined {
  try {
    return require('../hot/better-sqlite3.cjs');
  } catch {
    return undefined;
  }
}
