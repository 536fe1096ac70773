import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { differences } from '../../core/bundle/difference.ts';
import type { Texts } from '../../core/bundle/edit.ts';
import {
  folderName,
  isFolderName,
  isInsideGitMetadata,
  nextNumber,
} from '../../core/bundle/folder-name.ts';
import { journalName, planWrite } from '../../core/bundle/journal.ts';
import type {
  BundleFolder,
  Inspection,
  JournalHeader,
  NewFolder,
} from '../../core/bundle/ports/bundle-folder.ts';
import type { BundleSnapshot } from '../../core/bundle/snapshot.ts';
import type { FileLock } from '../../core/ports/file-lock.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { errorCode, type FileOperations, fileOperations } from './file-operations.ts';
import { readFolder } from './read-bundle-folder.ts';
import { removeFile, removeJournal, writeFiles, writeJournalFile } from './write-bundle-folder.ts';

/** What folders of bundles depend on. */
export interface BundleFolderSettings {
  readonly lock: FileLock;
  /** The file system, unless a test gives another. */
  readonly files?: FileOperations;
  /** How long to wait for another writer, in milliseconds. */
  readonly waitMs?: number;
}

interface Folders {
  readonly files: FileOperations;
  readonly lock: FileLock;
  readonly waitMs: number;
}

/** Bundles as folders of files on disk. */
export function openBundleFolder(settings: BundleFolderSettings): BundleFolder {
  const { lock, files = fileOperations, waitMs = 5000 } = settings;
  const folders: Folders = { files, lock, waitMs };
  return {
    locate: (path, directory) => guarded(path, () => locate(files, resolve(directory, path))),
    list: (directory) => list(files, directory),
    create: (newFolder, initialFiles) =>
      guarded(newFolder.directory, () => create(folders, newFolder, initialFiles)),
    read: (root) => guarded(root, () => read(folders, root)),
    write: (from, to, header) =>
      guarded(from.root, () =>
        locked(folders, from.root, () => write(files, { from, to, header })),
      ),
    inspect: (root) => guarded(root, () => readFolder(files, root)),
    repair: (root, decide) =>
      guarded(root, () => locked(folders, root, () => repair(files, root, decide))),
  };
}

/** Returns an error of the file system as a refusal; any other error is a bug and is thrown. */
async function guarded<Result>(
  path: string,
  work: () => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  try {
    return await work();
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') return notThere(path);
    const message = `${path}: ${error instanceof Error ? error.message : code}`;
    return refuse('write_failed', message, {
      details: { code },
      next: 'make the folder readable and writable, with room on its disk; then run discuss bundle doctor',
    });
  }
}

function notThere(path: string): Refusal {
  return refuse('not_found', `${path} is not there`, { next: 'check the path of the bundle' });
}

async function locked<Result>(
  { lock, waitMs }: Folders,
  root: string,
  work: () => Promise<Result>,
): Promise<Result | Refusal> {
  try {
    return await lock.withLock(root, work, waitMs);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'FileLockTimeout') throw error;
    return refuse('bundle_locked', `another writer has held ${root} for ${waitMs} ms`, {
      next: 'try again in a moment',
    });
  }
}

async function locate(files: FileOperations, path: string): Promise<string | Refusal> {
  const named = await files.realpath(path);
  const stats = await files.lstat(named);
  const root = stats.isDirectory() ? named : dirname(named);
  if (!stats.isDirectory() && basename(named) !== 'index.md') {
    return refuse('not_a_bundle', `${path} is neither a folder nor an index.md`, {
      next: 'give the folder of the bundle, or its index.md',
    });
  }
  return isInsideGitMetadata(root) ? unsafe(root, 'is inside the metadata of git') : root;
}

async function list(files: FileOperations, directory: string): Promise<readonly string[]> {
  try {
    const base = await files.realpath(join(directory, 'discussion'));
    const names = (await files.readdir(base)).map(({ name }) => name).filter(isFolderName);
    return names.sort(compareNames).map((name) => join(base, name));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}

function compareNames(first: string, second: string): number {
  return first.localeCompare(second, 'en', { numeric: true });
}

function unsafe(path: string, reason: string): Refusal {
  return refuse('unsafe_path', `${path} ${reason}`, {
    next: 'keep bundles in a plain folder below the working directory',
  });
}

async function read(folders: Folders, root: string): Promise<BundleSnapshot | Refusal> {
  const { files } = folders;
  const inspection = await readFolder(files, root);
  if (inspection.journal === undefined) return inspection.snapshot;
  // A journal is there while a writer is at work, too; only one that its lock does not hold was left behind.
  const settled = await locked(folders, root, () => readFolder(files, root));
  if (isRefusal(settled)) return settled;
  return settled.journal === undefined ? settled.snapshot : interrupted(root);
}

function interrupted(root: string): Refusal {
  const message = `a write was interrupted in ${root} (${journalName} is there)`;
  return refuse('interrupted_write', message, {
    details: { journal: join(root, journalName) },
    next: `finish or roll it back: discuss bundle doctor --repair --root ${root}`,
  });
}

interface Write {
  readonly from: BundleSnapshot;
  readonly to: Texts;
  readonly header: JournalHeader;
}

async function write(
  files: FileOperations,
  { from, to, header }: Write,
): Promise<BundleSnapshot | Refusal> {
  const { root } = from;
  const before = await readFolder(files, root);
  if (before.journal !== undefined) return interrupted(root);
  if (!isSame(from, before.snapshot)) return changed(from, before.snapshot);
  const journal = planWrite(from.texts, to, header);
  if (journal.files.length === 0) return before.snapshot;
  const writes = new Map(journal.files.map(({ path, after }) => [path, after]));
  const check = async (): Promise<boolean> =>
    isSame(from, (await readFolder(files, root)).snapshot);
  let isDone = false;
  try {
    await writeJournalFile(files, root, journal);
    isDone = await writeFiles(files, root, { writes, check });
  } catch (error) {
    await discardWrite(files, from);
    throw error;
  }
  await removeJournal(files, root);
  const { snapshot } = await readFolder(files, root);
  if (!isDone) return changed(from, snapshot);
  return hasTexts(snapshot, to) ? snapshot : changed({ ...snapshot, texts: to }, snapshot);
}

/** As long as no file was replaced there is nothing to repair, and nothing may be left behind. */
async function discardWrite(files: FileOperations, from: BundleSnapshot): Promise<void> {
  const { snapshot, leftovers } = await readFolder(files, from.root);
  if (!isSame(from, snapshot)) return;
  for (const path of leftovers) await removeFile(files, join(from.root, path));
  await removeJournal(files, from.root);
}

function isSame(first: BundleSnapshot, second: BundleSnapshot): boolean {
  return (
    hasTexts(first, second.texts) && JSON.stringify(first.faults) === JSON.stringify(second.faults)
  );
}

function hasTexts({ texts }: BundleSnapshot, expected: Texts): boolean {
  return (
    texts.size === expected.size && [...expected].every(([path, text]) => texts.get(path) === text)
  );
}

function changed(from: BundleSnapshot, current: BundleSnapshot): Refusal {
  const changes = differences(from.texts, current.texts);
  const paths = changes.map(({ path }) => path).join(', ') || 'what is no text in it';
  const message = `the bundle was changed meanwhile (${paths}); nothing was written`;
  return refuse('bundle_changed', message, {
    details: { differences: changes },
    next: 'look at the difference, and run the command again on the bundle as it is now',
  });
}

async function create(
  folders: Folders,
  newFolder: NewFolder,
  initialFiles: Parameters<BundleFolder['create']>[1],
): Promise<BundleSnapshot | Refusal> {
  const { files } = folders;
  const base = await findBase(files, newFolder.directory);
  if (isRefusal(base)) return base;
  const root = await reserve(files, base, newFolder);
  if (isRefusal(root)) return root;
  const { texts, header } = await initialFiles(root);
  const empty = { root, texts: new Map(), faults: [] };
  return locked(folders, root, () => write(files, { from: empty, to: texts, header }));
}

/** The folder `discussion` below the directory, made when it is missing; never one that leads elsewhere. */
async function findBase(files: FileOperations, directory: string): Promise<string | Refusal> {
  const parent = await files.realpath(directory);
  if (isInsideGitMetadata(parent)) return unsafe(parent, 'is inside the metadata of git');
  const base = join(parent, 'discussion');
  try {
    await files.mkdir(base);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const real = await files.realpath(base).catch((error: unknown) => danglingLink(error));
  if (real === undefined || !isBelow(parent, real) || isInsideGitMetadata(relative(parent, real))) {
    return unsafe(base, 'leads outside the working directory');
  }
  const stats = await files.lstat(real);
  return stats.isDirectory() ? real : unsafe(base, 'is no folder');
}

function danglingLink(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ELOOP') throw error;
  return undefined;
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way;
}

/** Making the folder reserves its number; when another was quicker, the next number is found anew. */
async function reserve(
  files: FileOperations,
  base: string,
  { date, slug }: NewFolder,
): Promise<string | Refusal> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const names = (await files.readdir(base)).map(({ name }) => name);
    const root = join(base, folderName(date, nextNumber(date, names), slug));
    try {
      await files.mkdir(root);
      await files.syncFolder(base);
      return root;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
  return refuse('bundle_locked', `other writers took every number that was free in ${base}`, {
    next: 'try again in a moment',
  });
}

async function repair(
  files: FileOperations,
  root: string,
  decide: Parameters<BundleFolder['repair']>[1],
): Promise<Inspection | Refusal> {
  const inspection = await readFolder(files, root);
  const writes = decide(inspection);
  if (isRefusal(writes)) return writes;
  const check = async (): Promise<boolean> =>
    isSame(inspection.snapshot, (await readFolder(files, root)).snapshot);
  const isDone = await writeFiles(files, root, { writes, check });
  if (!isDone) return changed(inspection.snapshot, (await readFolder(files, root)).snapshot);
  for (const path of inspection.leftovers) await removeFile(files, join(root, path));
  await removeJournal(files, root);
  const repaired = await readFolder(files, root);
  // Where nothing was ever written, the reserved folder itself is what an interruption has left.
  if ((await files.readdir(root)).length === 0) await files.rmdir(root);
  return repaired;
}
