import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type FileTrace, traceOf } from '../../core/review/file-trace.ts';
import type { FileListener, FileWatcher, SeenFile } from '../../core/review/ports/file-watcher.ts';
import { errorCode } from './file-operations.ts';

/** How often a file is polled, in milliseconds. Polling works on network folders as well. */
const interval = 250;

/** Silence after which a file counts as written, in milliseconds. */
const settleTime = 60;

/** Polls in a row at which a file must be missing to be gone: an editor may remove it before it writes it anew. */
const pollsUntilGone = 3;

interface Watched {
  /** Changes with the bytes; absent while the file is not there. */
  state: string | undefined;
  trace: FileTrace | undefined;
  seenAt: number;
  misses: number;
  timer?: NodeJS.Timeout;
}

/** Watches the few files of a review by polling. */
export const fileWatcher: FileWatcher = {
  async watch(files, listener) {
    const watched = new Map<string, Watched>();
    let isStopped = false;
    let timer: NodeJS.Timeout | undefined;
    const poll = async (): Promise<void> => {
      await Promise.all([...watched].map(([path, file]) => pollFile(path, file, listener)));
      if (!isStopped) timer = setTimeout(() => void poll(), interval);
    };
    const begin = async ({ path, trace, seenAt }: SeenFile): Promise<void> => {
      const stats = await statOf(path);
      const file: Watched =
        typeof stats === 'object'
          ? { state: stateOf(stats), trace: traceOf(stats), seenAt: Date.now(), misses: 0 }
          : { state: undefined, trace, seenAt, misses: 0 };
      watched.set(path, file);
    };
    await Promise.all(files.map(begin));
    timer = setTimeout(() => void poll(), interval);
    return {
      follow(from, to) {
        const previous = watched.get(from);
        clearTimeout(previous?.timer);
        watched.delete(from);
        // Without a known state the first poll reports a change, so that what was written meanwhile is not missed.
        const { trace } = previous ?? {};
        watched.set(to, { state: undefined, trace, seenAt: Date.now(), misses: 0 });
      },
      async stop() {
        isStopped = true;
        clearTimeout(timer);
        for (const file of watched.values()) clearTimeout(file.timer);
        watched.clear();
      },
    };
  },
};

async function pollFile(path: string, file: Watched, listener: FileListener): Promise<void> {
  const stats = await statOf(path);
  if (stats === 'unknown') return;
  if (stats === 'missing') {
    file.misses += 1;
    file.state = undefined;
    const { trace, seenAt } = file;
    if (file.misses === pollsUntilGone) {
      listener.gone({ path, seenAt, ...(trace === undefined ? {} : { trace }) });
    }
    return;
  }
  const state = stateOf(stats);
  const isChanged = state !== file.state;
  Object.assign(file, { state, trace: traceOf(stats), seenAt: Date.now(), misses: 0 });
  if (!isChanged) return;
  clearTimeout(file.timer);
  file.timer = setTimeout(() => listener.changed(path), settleTime);
}

function stateOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

/** `unknown` when the file system fails: that a file is there and that it is gone are both possible. */
async function statOf(path: string): Promise<BigIntStats | 'missing' | 'unknown'> {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unknown';
  }
}
