import type { Ports } from '../../core/ports.ts';

/** A watch whose files may become others. */
export interface FileSetWatch {
  /** Watches these files from now on, in place of those before; returns whether they are others. */
  watch(paths: readonly string[]): Promise<boolean>;
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
      const asked = [...paths].sort().join('\0');
      if (asked === watched) return false;
      stop();
      if (paths.length === 0) return true;
      watched = asked;
      const watcher = await ports.fileWatcher();
      const files = paths.map((path) => ({ path, seenAt: 0 }));
      const watching = await watcher.watch(files, { changed: onChange, gone: onChange });
      end = () => watching.stop();
      return true;
    },
    stop,
  };
}
