import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Most entries of folders that are looked at. */
const maxEntries = 20_000;

/** Names that editors and people give to what they put aside; a file of such a name is nobody's new file. */
const backupName = /~$|\.(?:bak|backup|old|orig|rej|swp|swo|tmp|temp)$/i;

/** The files in and below some folders, the nearer ones first; hidden ones, links and what was put aside are left out. */
export async function* walkNeighbourhood(folders: readonly string[]): AsyncGenerator<string> {
  const seen = new Set(folders);
  const queue = [...seen];
  let entries = 0;
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    for (const entry of await entriesOf(folder)) {
      if (++entries > maxEntries) return;
      const { name } = entry;
      if (name.startsWith('.') || name === 'node_modules') continue;
      const path = join(folder, name);
      if (entry.isFile() && !backupName.test(name)) yield path;
      if (!entry.isDirectory() || seen.has(path)) continue;
      seen.add(path);
      queue.push(path);
    }
  }
}

/** A folder that cannot be read, or is gone meanwhile, holds nothing that could be found. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
