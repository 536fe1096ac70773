import { resolve } from 'node:path';
import type {
  ChangedDocument,
  DocumentChange,
  DocumentFile,
  DocumentFolder,
  DocumentPath,
} from '../../core/inline/ports/document-folder.ts';
import type { FileLock } from '../../core/ports/file-lock.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { errorCode, type FileOperations, fileOperations } from './file-operations.ts';
import { findMarkdown } from './find-markdown.ts';
import { replaceFile } from './replace-file.ts';

/** Loaded when it is first used, since most commands that only read have no need of it. */
const crypto = () => process.getBuiltinModule('node:crypto');

/** What document folders depend on. */
export interface DocumentFolderSettings {
  readonly lock: FileLock;
  /** The file system, unless a test gives another. */
  readonly files?: FileOperations;
  /** How long to wait for another writer of ours, in milliseconds. */
  readonly waitMs?: number;
}

/** How often a change is computed again because somebody wrote the file without its lock. */
const maxAttempts = 5;

/** Documents as files on disk. */
export function openDocumentFolder(settings: DocumentFolderSettings): DocumentFolder {
  const { lock, files = fileOperations, waitMs = 20_000 } = settings;
  return {
    read: (location) =>
      guarded(location, 'file_unreadable', async () =>
        readDocument(files, await realPath(files, location)),
      ),
    find: (location) => guarded(location, 'file_unreadable', () => findMarkdown(files, location)),
    change: (location, change) =>
      guarded(location, 'file_unwritable', async () => {
        const path = await realPath(files, location);
        const work = (): Promise<ChangedDocument<unknown> | Refusal> =>
          changeDocument(files, path, change);
        // The result is what `change` gives.
        return locked(() => lock.withLock(path, work, waitMs), path) as never;
      }),
  };
}

async function realPath(files: FileOperations, { path, directory }: DocumentPath): Promise<string> {
  return files.realpath(resolve(directory, path));
}

async function locked<Result>(
  work: () => Promise<Result>,
  path: string,
): Promise<Result | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'FileLockTimeout') throw error;
    return refuse('file_locked', `${path} is being written by another process; nothing was done`, {
      next: 'try again in a moment',
    });
  }
}

async function changeDocument<Result>(
  files: FileOperations,
  path: string,
  change: (file: DocumentFile) => DocumentChange<Result> | Refusal,
): Promise<ChangedDocument<Result> | Refusal> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const file = await readDocument(files, path);
    if (isRefusal(file)) return file;
    const decided = change(file);
    if (isRefusal(decided)) return decided;
    const { text, result } = decided;
    if (text === undefined || text === file.text) return { file, result };
    const replaced = await replaceFile(files, path, {
      text,
      isUnchanged: async () => hashOf(await files.readFile(path)) === file.hash,
    });
    if (isRefusal(replaced)) return replaced;
    if (replaced === 'replaced') return { file: { path, text, hash: hashOf(text) }, result };
  }
  return refuse('file_changed', `${path} was changed by somebody else again and again`, {
    next: 'run query again, then repeat the command',
  });
}

async function readDocument(files: FileOperations, path: string): Promise<DocumentFile | Refusal> {
  if (!(await files.lstat(path)).isFile()) return notText(path, 'it is no file');
  const bytes = await files.readFile(path);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    let hash: string | undefined;
    return {
      path,
      text,
      // Those who only read the text do not wait for it.
      get hash() {
        hash ??= hashOf(bytes);
        return hash;
      },
    };
  } catch {
    return notText(path, 'it is not UTF-8');
  }
}

function notText(path: string, reason: string): Refusal {
  return refuse('not_text', `${path} cannot be read as text: ${reason}`);
}

function hashOf(content: string | Buffer): string {
  return crypto().createHash('sha256').update(content).digest('hex');
}

/** Returns an error of the file system as a refusal; any other error is a bug and is thrown. */
async function guarded<Result>(
  { path }: DocumentPath,
  refusalCode: 'file_unreadable' | 'file_unwritable',
  work: () => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  try {
    return await work();
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return refuse('file_not_found', `${path} is not there`, { field: 'file' });
    }
    const reason = error instanceof Error ? error.message : code;
    const verb = refusalCode === 'file_unreadable' ? 'read' : 'written';
    return refuse(refusalCode, `${path} cannot be ${verb}: ${reason}`, {
      field: 'file',
      details: { code },
    });
  }
}
