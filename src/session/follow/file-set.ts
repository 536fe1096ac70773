import type { Ports } from '../../core/ports.ts';

/** A watch whose files may become others. */
export interface FileSetWatch {
  /** Watches these files from now on, in place of those before. */
  watch(paths: readonly string[]): Promise<void>;
  stop(): void;
}

/** Watches a set of files on disk; `onChange` is called after any of them may have changed. */
export function watchFileSet(
  ports: Pick<Ports, 'fileWatcher'>,
  onChange: () => void,
  onError: (error: unknown) => void,
): FileSetWatch {
  let watched = '';
  let end: (() => Promise<void>) | undefined;
  const stop = (): void => {
    end?.().catch(onError);
    end = undefined;
    watched = '';
  };
  return {
    async watch(paths) {
      const wanted = [...paths].sort().join('\0');
      if (wanted === watched) return;
      stop();
      if (paths.length === 0) return;
      watched = wanted;
      const watcher = await ports.fileWatcher();
      const files = paths.map((path) => ({ path, seenAt: 0 }));
      const watching = await watcher.watch(files, { changed: onChange, gone: onChange });
      end = () => watching.stop();
    },
    stop,
  };
}
