import { closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { openSqlite, resultCode, type SqliteDatabase, type SqliteOptions } from './database.ts';
import { applicationId, runMigrations, type StoreSchema, versionIn } from './migrate.ts';
import { openUnchanged } from './open-unchanged.ts';
import { projectStore } from './schema/project-store.ts';
import { userSchema } from './schema/user-schema.ts';

/** Opens a store, making it when there is none; refused when the file is another's, which stays as it is. */
export function openStoreFile(path: string, options: SqliteOptions): SqliteDatabase | Refusal {
  const inspected = inspectStore(path);
  return isRefusal(inspected) ? inspected : openSqlite(path, { ...options, mark: applicationId });
}

/**
 * Looks at a file without changing it or its folder. Refused with `store_error`, reason `not_a_store`, unless it is a
 * store of ours as some version of this program has made it; "absent" where there is nothing yet. Throws what the file
 * system or the driver says of a file that cannot be read.
 */
export function inspectStore(path: string): 'absent' | 'store' | Refusal {
  if (path === ':memory:') return 'absent';
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 'absent';
  if (!stats.isFile()) return notAStore(path, 'it is no regular file');
  if (stats.size === 0) return 'absent';
  const header = readHeader(path);
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    return notAStore(path, 'it is no SQLite file');
  }
  const mark = header.readUInt32BE(68);
  if (!isOurs(mark)) return notAStore(path, 'another program made it');
  return inspectTables(path, mark === applicationId);
}

/** 0 is what stores had before they were marked. */
function isOurs(id: number): boolean {
  return id === 0 || id === applicationId;
}

/** Opened without waiting, since a path may be exchanged for a pipe after it was looked at. */
function readHeader(path: string): Buffer {
  const header = Buffer.alloc(100);
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    readSync(file, header, 0, header.length, 0);
    return header;
  } finally {
    closeSync(file);
  }
}

function inspectTables(path: string, isMarked: boolean): 'store' | Refusal {
  let database: SqliteDatabase | undefined;
  try {
    database = openUnchanged(path, isMarked);
    const fault = faultOf(database);
    return fault === undefined ? 'store' : notAStore(path, fault);
  } catch (error) {
    if (resultCode(error) === 26) return notAStore(path, 'it is no SQLite file');
    throw error;
  } finally {
    database?.close();
  }
}

/** What makes a database another's; undefined for one of ours. */
function faultOf(database: SqliteDatabase): string | undefined {
  const { id, version } = numbersOf(database);
  if (!isOurs(id)) return 'another program made it';
  if ((version & strayBits) !== 0) return 'its version is none of ours';
  const isNewer = schemas.some((schema) => versionIn(version, schema) > schema.migrations.length);
  if (isNewer && id === applicationId) return undefined;
  const objects = objectsOf(database);
  if (id === 0 && objects.size === 0) return 'it holds no tables';
  const expected = isNewer ? new Map<string, string>() : expectedObjects(version);
  const foreign = [...objects].find(([name, sql]) => expected.get(name) !== sql);
  if (foreign !== undefined) return `its ${foreign[0]} is not one that discuss makes`;
  const missing = [...expected.keys()].find((name) => !objects.has(name));
  return missing === undefined ? undefined : `its ${missing} is missing`;
}

/** The bits of a version that neither half counts in. */
const strayBits = 0x80008000;

const schemas: readonly StoreSchema[] = [userSchema, projectStore];

function numbersOf(database: SqliteDatabase): { id: number; version: number } {
  const number = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  return { id: number('application_id'), version: number('user_version') };
}

/** Tables, indexes, views and triggers by kind and name, with the words that make them. */
function objectsOf(database: SqliteDatabase): Map<string, string> {
  const rows = database
    .prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat_'",
    )
    .all();
  return new Map(
    rows.map(({ type, name, tbl_name: table, sql }) => [
      `${type} ${name}`,
      `${table} ${String(sql ?? '').replace(/\s+/g, ' ')}`,
    ]),
  );
}

/** Made by the very steps that make a store. */
function expectedObjects(version: number): Map<string, string> {
  const database = openSqlite(':memory:');
  try {
    for (const schema of schemas)
      runMigrations(database, schema, { upTo: versionIn(version, schema) });
    return objectsOf(database);
  } finally {
    database.close();
  }
}

function notAStore(path: string, why: string): Refusal {
  const message = `${path} is no store of discuss: ${why}; nothing in it was changed`;
  return refuse('store_error', message, {
    details: { reason: 'not_a_store' },
    next: 'name another file with --store or DISCUSS_STORE, or move this one away',
  });
}
