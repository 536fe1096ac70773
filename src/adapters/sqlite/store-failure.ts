import { type Refusal, refuse } from '../../core/refusal.ts';
import { refusalError, refusalOf } from '../../core/refusal-error.ts';
import { isBusy, resultCode } from './database.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

/**
 * Runs synchronous database work and retries while the store is busy. A failure of the store itself (held by another
 * process, full disk, damaged or read-only file) is returned as `store_busy` or `store_error`; anything else throws.
 */
export async function guardStore<Result>(
  path: string,
  work: () => Result,
): Promise<Result | Refusal> {
  try {
    const boxed = await retryWhileBusy(() => ({ result: work() }));
    return boxed.result;
  } catch (error) {
    const refusal = storeFailure(path, error);
    if (refusal === undefined) throw error;
    return refusal;
  }
}

/**
 * As `guardStore`, for callers that cannot return a refusal: throws a failure of the store as an error that carries
 * the refusal.
 */
export async function guardStoreThrowing<Result>(
  path: string,
  work: () => Result | Refusal,
): Promise<Result> {
  try {
    return await retryWhileBusy(work);
  } catch (error) {
    const refusal = storeFailure(path, error);
    throw refusal === undefined ? error : refusalError(refusal, error);
  }
}

/** A failure of the store's file as a refusal; undefined for any other error, which is a bug. */
export function storeFailure(path: string, error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isBusy(error)) {
    return refuse('store_busy', `another process holds the store ${path}`, {
      next: 'send the same request again in a moment',
    });
  }
  const carried = refusalOf(error);
  if (carried !== undefined) return carried;
  if (!troubleCodes.includes(resultCode(error) ?? 0)) return undefined;
  return refuse('store_error', `the store ${path} failed: ${error.message}`, {
    next: 'see to it that the disk has room and the file can be written, or set DISCUSS_STORE to another',
  });
}

/**
 * SQLite's codes that come from the file or the disk: no permission, read-only, I/O, damage, full, cannot be opened, not
 * a database.
 */
const troubleCodes = [3, 8, 10, 11, 13, 14, 26];
