import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { cleaningUp } from '../../core/clean-up.ts';
import type { FileLock } from '../../core/ports/file-lock.ts';
import { isBusy, openSqlite, type SqliteDatabase } from '../sqlite/database.ts';

/** Where locks are kept. */
export interface FileLockSettings {
  /** A folder of the user's, made when it is missing. */
  readonly folder: string;
  /** Used when that one cannot be written; a folder of the user's own among the temporary files without it. */
  readonly fallback?: string;
}

const defaultWaitMs = 5000;
const longestPauseMs = 40;

/**
 * Locks that live in a small SQLite file for each target, never beside the target. The system frees one when its
 * process dies; the file stays and means nothing.
 */
export function openFileLock(settings: FileLockSettings): FileLock {
  return {
    async withLock(target, work, waitMs = defaultWaitMs) {
      const database = await acquire(settings, { target, waitMs });
      return cleaningUp(work, () => {
        // The packaged driver keeps a closed connection's lock for as long as one of its statements is not collected.
        database.exec('ROLLBACK');
        database.close();
      });
    },
  };
}

async function acquire(
  settings: FileLockSettings,
  { target, waitMs }: { target: string; waitMs: number },
): Promise<SqliteDatabase> {
  const name = `${process.getBuiltinModule('node:crypto').createHash('sha256').update(target).digest('hex').slice(0, 32)}.lock`;
  const deadline = performance.now() + waitMs;
  for (let pause = 2; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const database = tryLock(settings, name);
    if (database !== undefined) return database;
    if (performance.now() > deadline) throw timeout(target, waitMs);
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
  }
}

function timeout(target: string, waitMs: number): Error {
  const error = new Error(`the lock of ${target} was not free within ${waitMs} ms`);
  error.name = 'FileLockTimeout';
  return error;
}

/** The locked database, or nothing while somebody else has it. */
function tryLock(settings: FileLockSettings, name: string): SqliteDatabase | undefined {
  let database: SqliteDatabase | undefined;
  try {
    database = openLockFile(settings, name);
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function openLockFile({ folder, fallback }: FileLockSettings, name: string): SqliteDatabase {
  try {
    return openSqlite(join(folder, name), { busyTimeoutMs: 0 });
  } catch (error) {
    if (isBusy(error)) throw error;
    return openSqlite(join(fallback ?? temporaryFolder(), name), { busyTimeoutMs: 0 });
  }
}

/** A folder among the temporary files that belongs to this user; another user's folder of that name is refused. */
function temporaryFolder(): string {
  const { uid } = userInfo();
  const folder = join(tmpdir(), `discuss-locks-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || (uid >= 0 && stats.uid !== uid)) {
    throw new Error(`${folder} is not a folder of yours, so that no lock can be kept there`);
  }
  return folder;
}
