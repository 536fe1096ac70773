/** Runs one piece of work at a time for each target, across processes; freed by the system when a process dies. */
export interface FileLock {
  /**
   * Waits for the lock of `target` (an absolute real path, or other words that no path is), runs `work`, and frees it.
   * Throws `FileLockTimeout` when the lock cannot be had within `waitMs` (5,000 by default).
   */
  withLock<Result>(target: string, work: () => Promise<Result>, waitMs?: number): Promise<Result>;
}
