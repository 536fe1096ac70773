import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { refusalError } from '../../core/refusal-error.ts';
import { isBusy, type SqliteDatabase } from './database.ts';

/** The longest wait for another process, in milliseconds. */
const maxWaitMs = 5000;

/**
 * Lets SQLite itself wait no longer than this, in milliseconds, since nothing can interrupt it: no signal is heard and
 * nobody is served meanwhile. The rest of the wait is that of `retryWhileBusy`.
 */
export function limitBlockingWait(database: SqliteDatabase, busyMode: string): void {
  database.exec(`PRAGMA busy_timeout = ${busyMode === 'command' ? 1000 : 20}`);
}

/**
 * Runs synchronous database work, and again after a short pause while another process holds the store, without
 * blocking the event loop in between. Throws the last error after five seconds, and a refusal (a store of another
 * version) as an error that carries it.
 */
export async function retryWhileBusy<Result>(work: () => Result | Refusal): Promise<Result> {
  const deadline = performance.now() + maxWaitMs;
  for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
    try {
      const result = work();
      if (isRefusal(result)) throw refusalError(result);
      return result;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
  }
}
