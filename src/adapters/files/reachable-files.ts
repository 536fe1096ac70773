import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file or folder that other users of the machine can read or write. */
export interface ReachableFile {
  readonly path: string;
  /** Such as `0644`. */
  readonly mode: string;
}

/** Most entries that are looked at. */
const maxEntries = 20_000;

/**
 * What other users reach of some paths and of all that is below them. A folder that they may not enter hides what it
 * holds; links are not followed, and what is not there is reached by nobody.
 */
export async function reachableFiles(paths: readonly string[]): Promise<readonly ReachableFile[]> {
  // Windows has no such modes.
  if (process.platform === 'win32') return [];
  const found = new Map<string, ReachableFile>();
  const queue: string[] = [];
  for (const path of paths) {
    if (await isEnterable(dirname(path))) queue.push(path);
  }
  for (let index = 0; index < queue.length && index < maxEntries; index++) {
    const path = queue[index] ?? '';
    const stats = await lstat(path).catch(() => undefined);
    if (stats === undefined || stats.isSymbolicLink()) continue;
    const bits = bitsOfOthers(stats);
    if (!stats.isDirectory()) {
      if ((bits & 0o066) !== 0) found.set(path, reachable(path, stats));
      continue;
    }
    if ((bits & 0o022) !== 0) found.set(path, reachable(path, stats));
    if ((bits & 0o011) === 0) continue;
    const names = await readdir(path).catch(() => []);
    queue.push(...names.map((name) => join(path, name)));
  }
  return [...found.values()];
}

function reachable(path: string, { mode }: Stats): ReachableFile {
  return { path, mode: (mode & 0o7777).toString(8).padStart(4, '0') };
}

/** The permissions of others; those of one's own group, which on most systems holds nobody else, are left out. */
function bitsOfOthers({ mode, gid }: Stats): number {
  return mode & (gid === process.getgid?.() ? 0o007 : 0o077);
}

/** Whether others may enter a folder and all above it. */
async function isEnterable(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  if (stats?.isDirectory() === true && (bitsOfOthers(stats) & 0o011) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || isEnterable(parent);
}
