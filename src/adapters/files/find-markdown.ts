import { basename, join, relative, resolve, sep } from 'node:path';
import type {
  DocumentPath,
  FoundDocuments,
  SkippedDocument,
} from '../../core/inline/ports/document-folder.ts';
import type { FileOperations } from './file-operations.ts';

const markdown = /\.(?:md|markdown|mdx|mdown|mkd)$/i;
/** What git keeps for itself, and what others wrote and the project installs. */
const foreign: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** The Markdown files that a path stands for, in order; a file is itself whatever its name is. */
export async function findMarkdown(
  files: FileOperations,
  { path, directory }: DocumentPath,
): Promise<FoundDocuments> {
  const root = await files.realpath(resolve(directory, path));
  if (!(await files.lstat(root)).isDirectory()) return { files: [path], skipped: [] };
  const search: Search = { files, root, found: [], skipped: [], seen: new Set() };
  await searchFolder(search, { real: root, shown: path });
  return { files: search.found, skipped: search.skipped };
}

interface Search {
  readonly files: FileOperations;
  readonly root: string;
  readonly found: string[];
  readonly skipped: SkippedDocument[];
  /** Folders that were searched. */
  readonly seen: Set<string>;
}

/** Where something lies, and how the caller would name it. */
interface Location {
  readonly real: string;
  readonly shown: string;
}

async function searchFolder(search: Search, { real, shown }: Location): Promise<void> {
  if (search.seen.has(real)) return;
  search.seen.add(real);
  let entries: Awaited<ReturnType<FileOperations['readdir']>>;
  try {
    entries = await search.files.readdir(real);
  } catch (error) {
    skip(search, shown, error instanceof Error ? error.message : String(error));
    return;
  }
  for (const entry of entries.sort((first, second) => (first.name < second.name ? -1 : 1))) {
    const { name } = entry;
    if (foreign.has(name)) continue;
    const child = { real: join(real, name), shown: join(shown, name) };
    if (entry.isDirectory()) await searchFolder(search, child);
    else if (entry.isSymbolicLink()) await followLink(search, child);
    else if (!markdown.test(name)) continue;
    else if (entry.isFile()) search.found.push(child.shown);
    else skip(search, child.shown, 'it is no regular file');
  }
}

/** What a link leads to inside the folder is found there by itself, unless that part is not searched. */
async function followLink(search: Search, { real, shown }: Location): Promise<void> {
  const { files, root } = search;
  let target: string;
  let isFolder: boolean;
  try {
    target = await files.realpath(real);
    isFolder = (await files.lstat(target)).isDirectory();
  } catch {
    if (markdown.test(shown)) skip(search, shown, 'it is a link that leads nowhere');
    return;
  }
  if (!isFolder && !markdown.test(shown)) return;
  const steps = relative(root, target).split(sep);
  if (steps[0] === '..' || resolve(root, ...steps) !== target) {
    skip(search, shown, 'it is a link that leads out of the folder');
    return;
  }
  const isSearched = !steps.some((step) => foreign.has(step));
  if (isFolder && !isSearched) await searchFolder(search, { real: target, shown });
  if (!isFolder && !(isSearched && markdown.test(basename(target)))) search.found.push(shown);
}

function skip({ skipped }: Search, file: string, reason: string): void {
  skipped.push({ file, reason });
}
