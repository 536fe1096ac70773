import { join } from 'node:path';
import { journalName, readJournal } from '../../core/bundle/journal.ts';
import type { Inspection } from '../../core/bundle/ports/bundle-folder.ts';
import type { BundleSnapshot, FileFault } from '../../core/bundle/snapshot.ts';
import { errorCode, type FileOperations } from './file-operations.ts';

const stagedName = /^\..+\.discuss-[0-9a-z]+\.tmp$/;
const sizeLimit = 2 * 1024 * 1024;

/** The name under which a file's new content is staged beside it. */
export function stagedSibling(name: string, suffix: string): string {
  return `.${name}.discuss-${suffix}.tmp`;
}

/** A folder's files and what identifies their state, so that a change while they were read can be seen. */
interface Reading extends Inspection {
  readonly fingerprint: string;
}

/** Reads a folder as it was at one moment: again, for as long as its files change while they are read. */
export async function readFolder(files: FileOperations, root: string): Promise<Inspection> {
  let reading = await readOnce(files, root);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const fingerprint = await fingerprintOf(files, root);
    if (fingerprint === reading.fingerprint) break;
    reading = await readOnce(files, root);
  }
  return reading;
}

async function readOnce(files: FileOperations, root: string): Promise<Reading> {
  const entries = await listFolder(files, root);
  const texts = new Map<string, string>();
  const faults: BundleSnapshot['faults'][number][] = [];
  for (const entry of entries) {
    if (entry.kind === 'symlink') faults.push({ path: entry.path, fault: 'symlink' });
    if (!entry.path.endsWith('.md') || entry.kind === 'symlink') continue;
    const read = entry.kind === 'file' ? await readText(files, root, entry) : 'not_regular';
    if (typeof read === 'string') faults.push({ path: entry.path, fault: read });
    else texts.set(entry.path, read.text);
  }
  return {
    snapshot: { root, texts, faults },
    journal: await readJournalFile(files, root),
    leftovers: entries.filter(({ name }) => stagedName.test(name)).map(({ path }) => path),
    fingerprint: entries.map(({ stamp }) => stamp).join('\n'),
  };
}

interface FolderEntry {
  readonly path: string;
  readonly name: string;
  readonly kind: 'file' | 'symlink' | 'other';
  readonly size: number;
  /** Changes whenever the file is written or replaced. */
  readonly stamp: string;
}

async function fingerprintOf(files: FileOperations, root: string): Promise<string> {
  return (await listFolder(files, root)).map(({ stamp }) => stamp).join('\n');
}

async function listFolder(files: FileOperations, root: string, below = ''): Promise<FolderEntry[]> {
  const listed: FolderEntry[] = [];
  const entries = await files.readdir(join(root, below));
  for (const entry of entries.sort((first, second) => (first.name < second.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) listed.push(...(await listFolder(files, root, path)));
    else listed.push(...(await describeEntry(files, root, { path, name: entry.name })));
  }
  return listed;
}

async function describeEntry(
  files: FileOperations,
  root: string,
  { path, name }: { path: string; name: string },
): Promise<FolderEntry[]> {
  try {
    const stats = await files.lstat(join(root, path));
    const kind = stats.isSymbolicLink() ? 'symlink' : stats.isFile() ? 'file' : 'other';
    const stamp = [path, stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ');
    return [{ path, name, kind, size: stats.size, stamp }];
  } catch (error) {
    // A staged file may go away between the listing and the look at it.
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function readText(
  files: FileOperations,
  root: string,
  { path, size }: FolderEntry,
): Promise<{ readonly text: string } | FileFault> {
  if (size > sizeLimit) return 'too_large';
  try {
    return { text: decode(await files.readFile(join(root, path), root)) };
  } catch (error) {
    return error instanceof TypeError ? 'not_utf8' : unreadable(error);
  }
}

function unreadable(error: unknown): FileFault {
  if (errorCode(error) === undefined) throw error;
  return 'unreadable';
}

/** Throws a TypeError for bytes that are no UTF-8; a mark of byte order stays in the text. */
function decode(bytes: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

async function readJournalFile(
  files: FileOperations,
  root: string,
): Promise<Inspection['journal']> {
  try {
    const bytes = await files.readFile(join(root, journalName), root);
    return readJournal(bytes.toString('utf8')) ?? 'unreadable';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (errorCode(error) !== undefined) return 'unreadable';
    throw error;
  }
}
