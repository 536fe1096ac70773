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
  const trouble = troubles[resultCode(error) ?? 0];
  if (trouble === undefined) return undefined;
  const { reason, next } = trouble;
  return refuse('store_error', `the store ${path} failed: ${error.message}`, {
    ...(reason === undefined ? {} : { details: { reason } }),
    next,
  });
}

/** As `storeFailure`, for a store that could not even be opened: whatever the error, it is one of the file. */
export function openFailure(path: string, error: unknown): Refusal {
  const refusal = storeFailure(path, error);
  if (refusal !== undefined) return refusal;
  const text = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isForbidden = code === 'EACCES' || code === 'EPERM';
  return refuse('store_error', `the store ${path} cannot be opened: ${text}`, {
    ...(isForbidden ? { details: { reason: 'no_permission' } } : {}),
    next: 'see to it that its folder can be written, or name another store with --store or DISCUSS_STORE',
  });
}

const anotherStore = 'or set DISCUSS_STORE to another';

const damaged = {
  reason: 'corrupt',
  next: 'save what can be read with discuss ledger export, move the file away, and run discuss init and discuss ledger import',
};

/** SQLite's codes that come from the file or the disk, and what helps: https://sqlite.org/rescode.html */
const troubles: Readonly<Record<number, { readonly reason?: string; readonly next: string }>> = {
  3: { reason: 'no_permission', next: `make the file and its folder yours, ${anotherStore}` },
  8: { reason: 'read_only', next: `make the file and its folder writable, ${anotherStore}` },
  10: { next: `see to it that the disk works and has room, ${anotherStore}` },
  11: damaged,
  13: { reason: 'full', next: `make room on the disk, ${anotherStore}` },
  14: { reason: 'no_permission', next: `see to it that the file can be opened, ${anotherStore}` },
  // The rules are checked before anything is written, so that only a store that contradicts itself breaks one.
  19: damaged,
  26: {
    reason: 'not_a_store',
    next: 'name another file with --store or DISCUSS_STORE, or move this one away',
  },
};
