import { watch } from 'chokidar';
import type { FileWatcher } from '../core/needs/file-watcher.ts';

/** How often a file is looked at, in milliseconds. Looking, not being told, works on network folders as well. */
const interval = 250;

/** Silence after which a file counts as written, in milliseconds. */
const settleTime = 60;

/** Watches the few files of a review by looking at them. */
export const fileWatcher: FileWatcher = {
  async watch(paths, onChange) {
    const timers = new Map<string, NodeJS.Timeout>();
    const watcher = watch([...paths], {
      usePolling: true,
      interval,
      binaryInterval: interval,
      ignoreInitial: true,
    });
    const note = (path: string): void => {
      clearTimeout(timers.get(path));
      timers.set(
        path,
        setTimeout(() => onChange(path), settleTime),
      );
    };
    watcher.on('change', note).on('add', note);
    await new Promise<void>((resolve) => watcher.once('ready', resolve));
    return async () => {
      for (const timer of timers.values()) clearTimeout(timer);
      await watcher.close();
    };
  },
};
