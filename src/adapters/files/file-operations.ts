import type { Dirent, Stats } from 'node:fs';
import {
  appendFile,
  chmod,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rmdir,
  unlink,
} from 'node:fs/promises';
import { cleaningUp } from '../../core/clean-up.ts';
import { readFileWithin, readOwnFile } from './read-file.ts';

/** The single steps of reading and writing files; each one either happens or does not. */
export interface FileOperations {
  realpath(path: string): Promise<string>;
  lstat(path: string): Promise<Stats>;
  readdir(path: string): Promise<Dirent[]>;
  /** Reads a regular file; with `within`, one that must be in that folder or below it after all links. */
  readFile(path: string, within?: string): Promise<Buffer>;
  mkdir(path: string): Promise<void>;
  rmdir(path: string): Promise<void>;
  /** Writes a new file and brings its content to the disk. */
  writeNew(path: string, content: string, mode?: number): Promise<void>;
  appendFile(path: string, content: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Brings the entries of a folder to the disk, where the system can. */
  syncFolder(path: string): Promise<void>;
  /** Some characters that no other process uses for its temporary files. */
  suffix(): string;
}

/** The operations of the file system. */
export const fileOperations: FileOperations = {
  realpath,
  lstat: (path) => lstat(path),
  readdir: (path) => readdir(path, { withFileTypes: true }),
  readFile: async (path, within) =>
    within === undefined ? readOwnFile(path) : readFileWithin(within, path),
  mkdir: (path) => mkdir(path),
  rmdir,
  writeNew,
  appendFile: (path, content) => appendFile(path, content),
  rename,
  unlink,
  syncFolder,
  suffix: () => process.getBuiltinModule('node:crypto').randomBytes(6).toString('hex'),
};

async function writeNew(path: string, content: string, mode?: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  const write = async (): Promise<void> => {
    await file.writeFile(content);
    await file.sync();
  };
  await cleaningUp(write, () => file.close());
  // The mode of a new file passes through the umask, that of a replaced one must not.
  if (mode !== undefined) await chmod(path, mode);
}

async function syncFolder(path: string): Promise<void> {
  let folder: Awaited<ReturnType<typeof open>> | undefined;
  try {
    folder = await open(path, 'r');
    await folder.sync();
  } catch {
    // Some systems cannot sync a folder; the rename itself is whole there too.
  } finally {
    await folder?.close();
  }
}

/** The code of a file system's error, such as `ENOENT`; undefined for any other. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
