import { basename, dirname, join } from 'node:path';
import { type Journal, journalName, writeJournal } from '../../core/bundle/journal.ts';
import { errorCode, type FileOperations } from './file-operations.ts';
import { stagedSibling } from './read-bundle-folder.ts';

/** Files to write into a folder in this order; `null` removes one. */
export type FolderWrites = ReadonlyMap<string, string | null>;

/**
 * Stages every content in a sibling file, then renames them into place one after the other. `check` is called right
 * before the first; when it returns false, nothing is written.
 */
export async function writeFiles(
  files: FileOperations,
  root: string,
  { writes, check }: { writes: FolderWrites; check: () => Promise<boolean> },
): Promise<boolean> {
  const staged = new Map<string, string>();
  try {
    for (const [path, text] of writes) {
      if (text !== null) await stage(files, { target: join(root, path), text, path, staged });
    }
    if (!(await check())) {
      await discard(files, staged);
      return false;
    }
  } catch (error) {
    await discard(files, staged);
    throw error;
  }
  for (const path of writes.keys()) {
    const from = staged.get(path);
    if (from === undefined) await files.unlink(join(root, path));
    else await files.rename(from, join(root, path));
  }
  for (const folder of new Set([...writes.keys()].map((path) => dirname(join(root, path))))) {
    await files.syncFolder(folder);
  }
  return true;
}

async function stage(
  files: FileOperations,
  file: { target: string; text: string; path: string; staged: Map<string, string> },
): Promise<void> {
  const { target, text, path, staged } = file;
  await makeFolder(files, dirname(target));
  const sibling = join(dirname(target), stagedSibling(basename(target), files.suffix()));
  staged.set(path, sibling);
  await files.writeNew(sibling, text, await modeOf(files, target));
}

/** The permissions of the file that is replaced; undefined for a new one. */
async function modeOf(files: FileOperations, target: string): Promise<number | undefined> {
  try {
    return (await files.lstat(target)).mode & 0o7777;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function makeFolder(files: FileOperations, folder: string): Promise<void> {
  try {
    await files.lstat(folder);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    await makeFolder(files, dirname(folder));
    await files.mkdir(folder);
    await files.syncFolder(dirname(folder));
  }
}

async function discard(files: FileOperations, staged: ReadonlyMap<string, string>): Promise<void> {
  for (const sibling of staged.values()) await removeFile(files, sibling);
}

/** Writes the journal atomically. */
export async function writeJournalFile(
  files: FileOperations,
  root: string,
  journal: Journal,
): Promise<void> {
  const sibling = join(root, stagedSibling(journalName, files.suffix()));
  await files.writeNew(sibling, writeJournal(journal));
  await files.rename(sibling, join(root, journalName));
  await files.syncFolder(root);
}

/** Removes the journal, once its write is done or was discarded. */
export async function removeJournal(files: FileOperations, root: string): Promise<void> {
  await removeFile(files, join(root, journalName));
  await files.syncFolder(root);
}

/** Removes a file that may be gone already. */
export async function removeFile(files: FileOperations, path: string): Promise<void> {
  try {
    await files.unlink(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
