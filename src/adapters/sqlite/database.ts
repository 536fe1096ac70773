import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { refuse } from '../../core/refusal.ts';
import { refusalError } from '../../core/refusal-error.ts';
import type { SqlRow, SqlValue } from './sql-value.ts';
import { fromStored, toStored } from './stored-text.ts';

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
  /** The file is only locked: nothing is written, and no log of its own stands beside it. */
  readonly isLock?: boolean;
  /** The `application_id` of a file that holds nothing yet. */
  readonly mark?: number;
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

/** What `node:sqlite` and the packaged driver both export. */
interface SqliteModule {
  readonly DatabaseSync: new (path: string | URL, options: { readOnly: boolean }) => Driver;
}

/** SQLite's primary result code of a driver's error, such as 5 for "busy"; undefined for any other error. */
export function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'errcode' in error ? error.errcode : undefined;
  // The extended code holds the primary one in its low byte: https://sqlite.org/rescode.html
  if (typeof code === 'number' && code !== 1) return code & 0xff;
  if (!('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return undefined;
  return codesByMessage.find(([message]) => error.message.includes(message))?.[1];
}

/** For what has no code of its own: the index of words, and with the packaged driver what fails in the midst of rows. */
const codesByMessage: ReadonlyArray<readonly [string, number]> = [
  ['database is locked', 5],
  ['attempt to write a readonly database', 8],
  ['disk I/O error', 10],
  ['database disk image is malformed', 11],
  ['malformed database schema', 11],
  ['fts5: corruption found', 11],
  ['fts5: corrupt', 11],
  ['vtable constructor failed', 11],
  ['fts5 file format', 11],
  ['constraint failed', 19],
  ['database or disk is full', 13],
  ['unable to open database file', 14],
  ['file is not a database', 26],
];

/** True when an error says that another process holds the database. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === 5;
}

/**
 * Opens a SQLite file with write-ahead log, full sync and foreign keys, making file and folder when they are
 * missing (0600 and 0700). `:memory:` gives a private database; an address with `immutable=1` is read as it is. Throws the driver's error when
 * the file cannot be opened, and one that carries `store_error` when there is no driver.
 */
export function openSqlite(location: string | URL, options: SqliteOptions = {}): SqliteDatabase {
  const readOnly = options.readOnly ?? false;
  const path = String(location);
  const isNew = path !== ':memory:' && !readOnly && !existsSync(path);
  if (isNew) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const builtIn = builtInSqlite();
  const { DatabaseSync } = builtIn ?? packagedSqlite();
  const driver = new DatabaseSync(location, { readOnly });
  try {
    driver.exec(`PRAGMA busy_timeout = ${options.busyTimeoutMs ?? 5000}`);
    if (isNew) chmodSync(path, 0o600);
    // Before there is a write-ahead log, so that the file itself says from the first moment whose it is.
    if (options.mark !== undefined && pragmaValue(driver, 'page_count') === 0) {
      driver.exec(`PRAGMA application_id = ${options.mark}`);
    }
    if (options.isLock === true) driver.exec('PRAGMA journal_mode = MEMORY');
    else if (!readOnly) setJournal(driver, options.onWarning);
    driver.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF');
  } catch (error) {
    closeQuietly(driver);
    throw error;
  }
  if (builtIn !== undefined || readOnly) {
    return { ...wrap(path, driver), close: () => driver.close() };
  }
  if (!process.listeners('exit').includes(closeAll)) process.once('exit', closeAll);
  openDrivers.add(driver);
  return { ...wrap(path, driver), close: () => closeDriver(driver) };
}

/** Closes what has failed already; the first error is the one to tell. */
export function closeQuietly(database: Pick<SqliteDatabase, 'close'>): void {
  try {
    database.close();
  } catch {
    // What could not be opened whole need not close.
  }
}

/** Packaged drivers that the end of the process must close. */
const openDrivers = new Set<Driver>();

function closeAll(): void {
  for (const driver of openDrivers) closeDriver(driver);
}

/**
 * The packaged driver leaves the log of a connection behind for as long as one of its statements is not collected, which
 * at the end of a process is for ever; so the file itself is brought up to date first.
 */
function closeDriver(driver: Driver): void {
  try {
    driver.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // Another process reads it now, and brings it up to date when it is done; nothing is lost meanwhile.
  } finally {
    openDrivers.delete(driver);
    driver.close();
  }
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

function wrap(path: string, driver: Driver): Omit<SqliteDatabase, 'close'> {
  const statements = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const existing = statements.get(sql);
    if (existing !== undefined) return existing;
    const prepared = wrapStatement(driver.prepare(sql));
    statements.set(sql, prepared);
    return prepared;
  };
  return {
    path,
    prepare,
    exec: (sql) => void driver.exec(sql),
    transaction: (work) => transact(prepare, work),
    dataVersion: () => Number(prepare('PRAGMA data_version').get()?.['data_version']),
  };
}

function wrapStatement(statement: DriverStatement): SqliteStatement {
  return {
    run: (...values) => ({ changes: Number(statement.run(...values.map(toStored)).changes) }),
    get(...values) {
      const row = statement.get(...values.map(toStored)) as SqlRow | undefined;
      return row === undefined ? undefined : fromStored(row);
    },
    all: (...values) => (statement.all(...values.map(toStored)) as SqlRow[]).map(fromStored),
  };
}

function transact<Result>(prepare: SqliteDatabase['prepare'], work: () => Result): Result {
  prepare('BEGIN IMMEDIATE').run();
  try {
    const result = work();
    prepare('COMMIT').run();
    return result;
  } catch (error) {
    rollBack({ prepare });
    throw error;
  }
}

/** Leaves no transaction open after an error, which is the one to tell: a full disk has rolled back already. */
export function rollBack({ prepare }: Pick<SqliteDatabase, 'prepare'>): void {
  try {
    prepare('ROLLBACK').run();
  } catch {
    // There is none open any more.
  }
}

/** Node 22 warns that its SQLite is experimental; the subset used here is covered by our own suite. */
function builtInSqlite(): SqliteModule | undefined {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule?.('node:sqlite') as SqliteModule | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function packagedSqlite(): SqliteModule {
  try {
    return createRequire(import.meta.url)('@photostructure/sqlite');
  } catch (cause) {
    const { node } = process.versions;
    throw refusalError(
      refuse(
        'store_error',
        `Node ${node} has no SQLite of its own, and the package @photostructure/sqlite that stands in for it cannot be loaded`,
        { next: 'use Node 22.13 or newer, or install discuss again without --omit=optional' },
      ),
      cause,
    );
  }
}
