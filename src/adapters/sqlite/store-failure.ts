import { type Refusal, refuse } from '../../core/refusal.ts';
import { refusalError } from '../../core/refusal-error.ts';
import { isBusy } from './database.ts';
import { withPatience } from './patience.ts';

/**
 * Runs synchronous database work patiently. Trouble that the store itself is in (held by another process, full
 * disk, damaged or read-only file) is answered as `store_busy` or `store_error`; anything else is a bug and throws.
 */
export async function guardStore<Result>(
  path: string,
  work: () => Result,
): Promise<Result | Refusal> {
  try {
    const answer = await withPatience(() => ({ result: work() }));
    return answer.result;
  } catch (error) {
    const refusal = storeFailure(path, error);
    if (refusal === undefined) throw error;
    return refusal;
  }
}

/**
 * Runs synchronous database work patiently, for callers whose answer has no place for a refusal: an error of the
 * store's own trouble carries it.
 */
export async function carryFailure<Result>(
  path: string,
  work: () => Result | Refusal,
): Promise<Result> {
  try {
    return await withPatience(work);
  } catch (error) {
    const refusal = storeFailure(path, error);
    throw refusal === undefined ? error : refusalError(refusal, error);
  }
}

/** Trouble of the store's file as a refusal; undefined for an error that tells of a bug. */
export function storeFailure(path: string, error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isBusy(error)) {
    return refuse('store_busy', `another process holds the store ${path}`, {
      next: 'send the same request again in a moment',
    });
  }
  if (!isTrouble(error)) return undefined;
  return refuse('store_error', `the store ${path} failed: ${error.message}`, {
    next: 'see to it that the disk has room and the file can be written, or set DISCUSS_STORE to another',
  });
}

/** SQLite's codes that come from the file or the disk: permissions, I/O, damage, space, not a database. */
const troubleCodes = new Map([
  [3, 'SQLITE_PERM'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
]);

/** The built-in driver gives an extended number, whose low byte is the code; the packaged one gives its name. */
function isTrouble(error: Error): boolean {
  if ('errcode' in error && typeof error.errcode === 'number') {
    return troubleCodes.has(error.errcode & 0xff);
  }
  const code = 'code' in error ? String(error.code) : '';
  return [...troubleCodes.values()].some((name) => code === name || code.startsWith(`${name}_`));
}
