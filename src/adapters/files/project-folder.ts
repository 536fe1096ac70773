import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readOwnFile } from './read-file.ts';

/** The folder of a project's store, and the file in it. */
export const projectFolder = '.discuss';
const projectFile = 'discuss.db';

/** The path of a project's store below its folder. */
export function storeBelow(directory: string): string {
  return join(directory, projectFolder, projectFile);
}

/**
 * Finds the store of the project that a folder belongs to: in the folder or above it, and from a linked worktree
 * of git also in its main worktree.
 */
export function findProjectStore(directory: string): string | undefined {
  for (const folder of ancestors(directory)) {
    const main = mainWorktree(folder);
    const candidates = main === undefined ? [folder] : [folder, main];
    const store = candidates.map(storeBelow).find(isFile);
    if (store !== undefined) return store;
  }
  return undefined;
}

/** The work tree of git that a folder is in, below the user's home folder; where there is none, the folder itself. */
export function projectRoot(directory: string, home: string): string {
  for (const folder of ancestors(directory)) {
    if (folder === home) break;
    if (statSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined) return folder;
  }
  return directory;
}

function* ancestors(directory: string): Generator<string> {
  for (
    let folder = directory, parent = dirname(folder);
    ;
    folder = parent, parent = dirname(folder)
  ) {
    yield folder;
    if (parent === folder) return;
  }
}

/** A linked worktree has a file `.git` that names its folder in the main worktree's `.git`. */
function mainWorktree(folder: string): string | undefined {
  const gitFile = readIfThere(join(folder, '.git'));
  const gitFolder = gitFile?.match(/^gitdir: (.+)$/m)?.[1];
  if (gitFolder === undefined) return undefined;
  const linked = resolve(folder, gitFolder.trim());
  const common = readIfThere(join(linked, 'commondir'));
  return common === undefined ? undefined : dirname(resolve(linked, common.trim()));
}

/** Git's own files of one line; whatever else is there is none of them. */
function readIfThere(file: string): string | undefined {
  try {
    return isFile(file) ? readOwnFile(file, 65_536).toString() : undefined;
  } catch {
    return undefined;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
