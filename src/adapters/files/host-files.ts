import { chmod, lstat, mkdir, readdir, realpath, rmdir, unlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { HostFiles } from '../../core/agents/ports/host-files.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { errorCode, fileOperations } from './file-operations.ts';
import { packageFolder } from './package-folder.ts';
import { readOwnFile } from './read-file.ts';
import { replaceFile } from './replace-file.ts';

/** Whose files they are. */
export type HostFilesSettings = Pick<HostFiles, 'home' | 'environment'>;

/** They ship with the package. */
const skillsFolder = join(packageFolder(), 'skills');
const pluginsFolder = join(packageFolder(), 'plugins');

/** Files of hosts on this machine. */
export function openHostFiles({ home, environment }: HostFilesSettings): HostFiles {
  return {
    home,
    environment,
    async skills() {
      const entries = await readdir(skillsFolder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
      return paths.map((path) => ({
        path: relative(skillsFolder, path).replaceAll('\\', '/'),
        text: readOwnFile(path).toString(),
      }));
    },
    plugin: async (path) => readOwnFile(join(pluginsFolder, path)).toString(),
    read,
    missingFolders,
    write: (path, text, before) => guarded(path, () => write(path, text, before)),
    remove: (path, before) =>
      guarded(path, async () => {
        if ((await read(path)) !== before) return changed(path);
        await unlink(path);
        return undefined;
      }),
    async removeFolder(path) {
      try {
        await rmdir(path);
      } catch (error) {
        if (errorCode(error) === undefined) throw error;
      }
    },
  };
}

async function read(path: string): Promise<string | undefined | Refusal> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readOwnFile(path));
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    return refuse('file_unreadable', `${path} cannot be read: ${reason}`, { field: 'file' });
  }
}

async function missingFolders(path: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const isThere = await lstat(folder).then(
      () => true,
      () => false,
    );
    if (isThere || dirname(folder) === folder) return missing;
    missing.push(folder);
  }
}

async function write(
  path: string,
  text: string,
  before: string | undefined,
): Promise<undefined | Refusal> {
  if (before === undefined) {
    await mkdir(dirname(path), { recursive: true });
    await fileOperations.writeNew(path, text, 0o644);
    if (text.startsWith('#!')) await chmod(path, 0o755);
    return undefined;
  }
  const real = await realpath(path);
  const isUnchanged = async () => (await read(real)) === before;
  const outcome = await replaceFile(fileOperations, real, { text, isUnchanged });
  if (outcome === 'replaced') return undefined;
  return outcome === 'changed' ? changed(path) : outcome;
}

function changed(path: string): Refusal {
  return refuse('file_changed', `${path} was changed meanwhile; it stays as it is`, {
    next: 'run the same command again',
  });
}

async function guarded(
  path: string,
  work: () => Promise<undefined | Refusal>,
): Promise<undefined | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return refuse('file_unwritable', `${path} cannot be written: ${reason}`, { field: 'file' });
  }
}
