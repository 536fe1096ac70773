import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { type Refusal, refuse } from '../../core/refusal.ts';
import type { SqliteDatabase } from './database.ts';

/** What `PRAGMA application_id` says of our stores: "DSCS". */
export const applicationId = 0x44534353;

/** One step of a store's schema. Steps are numbered 1, 2, 3 … without a gap and never change once released. */
export interface Migration {
  readonly version: number;
  /** What the step does, in a few words. */
  readonly name: string;
  /** Statements to run, or work that statements alone cannot do; either runs inside the transaction. */
  readonly up: string | ((database: SqliteDatabase) => void);
}

/** The tables of one kind of store: all its steps in order, and how messages call the store. */
export interface StoreSchema {
  /** Such as `the project's store`; messages put the path behind it. */
  readonly storeName: string;
  readonly migrations: readonly Migration[];
  /**
   * Which half of the file's version number counts these tables: the lower one without it. Two kinds of store with
   * different halves can share a file.
   */
  readonly versionHalf?: 'lower' | 'upper';
}

/**
 * Brings a store to the newest version that this program knows, in one transaction, after a copy of a file that
 * already held something (`<file>.before-v<n>`, the copy is replaced by a later migration to the same version).
 * Refused with `store_error` when the store is newer than the program; with `migrate: false` (hooks, read-only
 * connections) also when it is older.
 */
export function migrate(
  database: SqliteDatabase,
  schema: StoreSchema,
  options: { readonly migrate?: boolean } = {},
): Refusal | undefined {
  const target = newestVersion(schema);
  const version = storeVersion(database, schema);
  if (version === target) return undefined;
  if (version > target || options.migrate === false) return wrongVersion(database, schema, version);
  if (version > 0) copyAside(database, target);
  return database.transaction(() => {
    const current = storeVersion(database, schema);
    if (current > target) return wrongVersion(database, schema, current);
    runMigrations(database, schema, { after: current, upTo: target });
    stamp(database);
    writeVersion(database, schema, target);
    return undefined;
  });
}

/**
 * Runs `work` in a write transaction of a store that still has the version this program knows; refused with
 * `store_error`, without running it, when another program has changed the store's version in the meantime.
 */
export function writeTransaction<Result>(
  database: SqliteDatabase,
  schema: StoreSchema,
  work: () => Result,
): Result | Refusal {
  return database.transaction(() => {
    const version = storeVersion(database, schema);
    if (version !== newestVersion(schema)) return wrongVersion(database, schema, version);
    stamp(database);
    return work();
  });
}

/** The version of a schema's tables in a file; 0 where they are not there. */
export function storeVersion(database: SqliteDatabase, schema: StoreSchema): number {
  return versionIn(wholeVersion(database), schema);
}

/** The version of a schema's tables in the number that a file has for all of them. */
export function versionIn(whole: number, schema: StoreSchema): number {
  return (whole >> shiftOf(schema)) & 0x7fff;
}

/** Runs the steps of a schema that follow the version it has, up to the given one. */
export function runMigrations(
  database: SqliteDatabase,
  { migrations }: StoreSchema,
  { after = 0, upTo }: { readonly after?: number; readonly upTo: number },
): void {
  for (const step of migrations) {
    if (step.version <= after || step.version > upTo) continue;
    if (typeof step.up === 'string') database.exec(step.up);
    else step.up(database);
  }
}

function writeVersion(database: SqliteDatabase, schema: StoreSchema, version: number): void {
  const others = wholeVersion(database) & ~(0x7fff << shiftOf(schema));
  database.exec(`PRAGMA user_version = ${others | (version << shiftOf(schema))}`);
}

function wholeVersion(database: SqliteDatabase): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

function shiftOf({ versionHalf }: StoreSchema): number {
  return versionHalf === 'upper' ? 16 : 0;
}

function newestVersion(schema: StoreSchema): number {
  return schema.migrations.length;
}

/** Marks a store as ours, for those that were made before stores were marked. */
function stamp(database: SqliteDatabase): void {
  if (Number(database.prepare('PRAGMA application_id').get()?.['application_id']) !== 0) return;
  database.exec(`PRAGMA application_id = ${applicationId}`);
}

function wrongVersion(database: SqliteDatabase, schema: StoreSchema, version: number): Refusal {
  const target = newestVersion(schema);
  const message = `${schema.storeName} ${database.path} has version ${version}, and this program knows version ${target}`;
  return version > target
    ? refuse('store_error', message, { next: 'update discuss to the version that wrote the store' })
    : refuse('store_error', message, {
        next: 'run any discuss command that writes to this store, which brings it up to date',
      });
}

/** The copy appears under its name only when it is whole; VACUUM INTO takes what the write-ahead log holds too. */
function copyAside(database: SqliteDatabase, target: number): void {
  if (database.path === ':memory:') return;
  const copy = `${database.path}.before-v${target}`;
  const unfinished = `${copy}.${process.pid}`;
  rmSync(unfinished, { force: true });
  closeSync(openSync(unfinished, 'wx', 0o600));
  database.prepare('VACUUM INTO ?').run(unfinished);
  renameSync(unfinished, copy);
}
