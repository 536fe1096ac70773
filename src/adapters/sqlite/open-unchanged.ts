import { constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openSqlite, type SqliteDatabase } from './database.ts';

/** Readers hardly ever wait; one that does is told so soon. */
const shortWaitMs = 300;

/**
 * Opens a SQLite file for reading so that neither the file nor its folder changes, whatever journal it has; of one that is
 * marked as ours and is in use, only the index of its log does. Throws the driver's error when it cannot be opened.
 */
export function openUnchanged(path: string, isMarked: boolean): SqliteDatabase {
  if (sizeOf(`${path}-wal`) === 0) return openImmutable(path) ?? openCopy(path);
  const isInUse = existsSync(`${path}-shm`);
  return isMarked && isInUse
    ? openSqlite(path, { readOnly: true, busyTimeoutMs: shortWaitMs })
    : openCopy(path);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Undefined where the driver knows no addresses in place of paths. */
function openImmutable(path: string): SqliteDatabase | undefined {
  const address = pathToFileURL(path);
  address.search = '?immutable=1';
  try {
    return { ...openSqlite(address, { readOnly: true }), path };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function openCopy(path: string): SqliteDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'discuss-look-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, basename(path));
    copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
    const database = openSqlite(copy, { readOnly: true });
    const close = (): void => {
      try {
        database.close();
      } finally {
        remove();
      }
    };
    return { ...database, path, close };
  } catch (error) {
    remove();
    throw error;
  }
}
