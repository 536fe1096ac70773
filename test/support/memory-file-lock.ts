import type { FileLock } from '../../src/core/ports/file-lock.ts';

/** A lock inside one process, for tests: the same promises, waiting in order of arrival. */
export function memoryFileLock(): FileLock {
  const last = new Map<string, Promise<unknown>>();
  return {
    withLock(target, work, waitMs = 5000) {
      const before = last.get(target) ?? Promise.resolve();
      let timer: NodeJS.Timeout | undefined;
      const expired = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          const error = new Error(`the lock of ${target} was not free within ${waitMs} ms`);
          error.name = 'FileLockTimeout';
          reject(error);
        }, waitMs);
      });
      const turn = Promise.race([before, expired]).finally(() => clearTimeout(timer));
      const result = turn.then(work);
      // Whoever gave up must not let others in before the one at work is done.
      const settled = Promise.allSettled([before, result]);
      last.set(target, settled);
      return result;
    },
  };
}
