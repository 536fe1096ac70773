import { chown } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { errorCode, type FileOperations } from './file-operations.ts';

interface Replacement {
  readonly text: string;
  /** Asked right before the new file takes the old one's place. */
  readonly isUnchanged: () => Promise<boolean>;
}

/** A staged file of a killed write is removed once it is this old. */
const staleAfterMs = 60_000;

/**
 * Puts a new text in the place of a file that is no link: whoever looks finds the old file or the new one, whole. Mode
 * and owner stay. Returns `changed`, with nothing done, when the file is not what it was.
 */
export async function replaceFile(
  files: FileOperations,
  path: string,
  { text, isUnchanged }: Replacement,
): Promise<'replaced' | 'changed' | Refusal> {
  const { mode, uid, gid } = await files.lstat(path);
  if ((mode & 0o222) === 0) {
    return refuse('file_unwritable', `${path} is write-protected`, { field: 'file' });
  }
  const sibling = join(dirname(path), stagedName(basename(path), files.suffix()));
  try {
    await files.writeNew(sibling, text, mode & 0o7777);
    await keepOwner(sibling, { uid, gid });
    if (!(await isUnchanged())) {
      await files.unlink(sibling);
      return 'changed';
    }
    await files.rename(sibling, path);
  } catch (error) {
    await files.unlink(sibling).catch(() => undefined);
    throw error;
  }
  await files.syncFolder(dirname(path));
  await removeStale(files, path);
  return 'replaced';
}

function stagedName(name: string, suffix: string): string {
  return `.${name}.discuss-${suffix}.tmp`;
}

/** Only a privileged process writes files of others; for everybody else the owner is right already. */
async function keepOwner(path: string, owner: { uid: number; gid: number }): Promise<void> {
  if (process.getuid?.() === owner.uid && process.getgid?.() === owner.gid) return;
  await chown(path, owner.uid, owner.gid).catch(() => undefined);
}

/** Removes what writers of this file left behind when they were killed. */
async function removeStale(files: FileOperations, path: string): Promise<void> {
  const folder = dirname(path);
  const prefix = `.${basename(path)}.discuss-`;
  try {
    for (const { name } of await files.readdir(folder)) {
      if (!name.startsWith(prefix) || !name.endsWith('.tmp')) continue;
      const leftover = join(folder, name);
      const { mtimeMs } = await files.lstat(leftover);
      if (Date.now() - mtimeMs > staleAfterMs) await files.unlink(leftover);
    }
  } catch (error) {
    // The file is replaced; a leftover that cannot be removed is no reason to say otherwise.
    if (errorCode(error) === undefined) throw error;
  }
}
