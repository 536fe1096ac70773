import { chmodSync, lstatSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cleaningUp } from '../../core/clean-up.ts';
import type { FileLock } from '../../core/ports/file-lock.ts';
import { closeQuietly, openSqlite, resultCode, type SqliteDatabase } from '../sqlite/database.ts';
import { errorCode } from './file-operations.ts';

const defaultWaitMs = 5000;
const longestPauseMs = 40;
/** Longer names than the target's own leave room for what is added. */
const longestName = 200;

/**
 * Locks that belong to the file itself: a small SQLite file beside the target, which must be a real path of a file. Who
 * writes the file finds the same lock, whatever the user or the home folder is. It is there only while it is held; one
 * that a killed process leaves is free, and goes with the next writer.
 */
export function openLockBeside(): FileLock {
  return {
    async withLock(target, work, waitMs = defaultWaitMs) {
      const path = lockPath(target);
      const database = await acquire({ target, path, waitMs });
      return cleaningUp(work, () => {
        // Before it is free, so that nobody can hold a lock that the next one does not see.
        removeQuietly(path);
        release(database);
      });
    },
  };
}

function lockPath(target: string): string {
  const name = basename(target);
  const { createHash } = process.getBuiltinModule('node:crypto');
  const short =
    Buffer.byteLength(name) <= longestName
      ? name
      : createHash('sha256').update(name).digest('hex').slice(0, 32);
  return join(dirname(target), `.${short}.discuss-lock`);
}

interface Wanted {
  readonly target: string;
  readonly path: string;
  readonly waitMs: number;
}

async function acquire({ target, path, waitMs }: Wanted): Promise<SqliteDatabase> {
  const deadline = performance.now() + waitMs;
  for (let pause = 2; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const database = tryLock(path, lstatSync(target).mode & 0o666);
    if (database !== undefined) return database;
    if (performance.now() > deadline) {
      const error = new Error(`the lock of ${target} was not free within ${waitMs} ms`);
      error.name = 'FileLockTimeout';
      throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
  }
}

/** The locked database, or nothing while somebody else has it or has just taken it away. */
function tryLock(path: string, mode: number): SqliteDatabase | undefined {
  const file = createOrFind(path, mode);
  if (file === undefined) return undefined;
  let database: SqliteDatabase | undefined;
  try {
    database = openSqlite(path, { busyTimeoutMs: 0, isLock: true });
    database.exec('BEGIN EXCLUSIVE');
    if (inodeOf(path) === file) return database;
    release(database);
    return undefined;
  } catch (error) {
    if (database !== undefined) closeQuietly(database);
    if (isTaken(error) || inodeOf(path) !== file) return undefined;
    throw error;
  }
}

/**
 * The inode of the lock file. One that is there is never opened here: closing it again would free the locks that this
 * process itself has on it.
 */
function createOrFind(path: string, mode: number): bigint | undefined {
  try {
    writeFileSync(path, '', { flag: 'wx', mode });
    chmodSync(path, mode);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' && errorCode(error) !== 'ENOENT') throw error;
    if (errorCode(error) === 'ENOENT') lstatSync(dirname(path));
  }
  return inodeOf(path);
}

function inodeOf(path: string): bigint | undefined {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats?.isFile() === true ? stats.ino : undefined;
}

/** Busy, or another user's, who makes it vanish when done. */
function isTaken(error: unknown): boolean {
  const code = resultCode(error);
  return code === busy || code === readOnly || code === cannotOpen;
}

const busy = 5;
const readOnly = 8;
const cannotOpen = 14;

function release(database: SqliteDatabase): void {
  // The packaged driver keeps a closed connection's lock for as long as one of its statements is not collected.
  database.exec('ROLLBACK');
  database.close();
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}
