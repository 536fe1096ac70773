import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { Folders } from '../../core/ports/folders.ts';

/** Folders of this machine. */
export const folders: Folders = {
  async existing(path) {
    if (!isAbsolute(path)) return undefined;
    try {
      const real = await realpath(path);
      return (await stat(real)).isDirectory() ? real : undefined;
    } catch {
      return undefined;
    }
  },
  async isInside(folder, path) {
    if (path.includes('\0')) return false;
    const real = await realPathOf(resolve(folder, path));
    return real === folder || real.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  },
};

/** The real path of what exists of a path, and the rest as it is. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPathOf(parent), path.slice(parent.length));
  }
}
