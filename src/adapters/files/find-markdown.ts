import { join, resolve } from 'node:path';
import type { DocumentPath } from '../../core/inline/ports/document-folder.ts';
import type { FileOperations } from './file-operations.ts';

const markdown = /\.(?:md|markdown|mdx|mdown|mkd)$/i;

/** The Markdown files that a path stands for, in order; a file is itself whatever its name is. */
export async function findMarkdown(
  files: FileOperations,
  { path, directory }: DocumentPath,
): Promise<readonly string[]> {
  const real = await files.realpath(resolve(directory, path));
  if (!(await files.lstat(real)).isDirectory()) return [path];
  return findBelow(files, { real, shownPath: path });
}

/** Links are not followed, so that a folder is never searched twice. */
async function findBelow(
  files: FileOperations,
  { real, shownPath }: { real: string; shownPath: string },
): Promise<readonly string[]> {
  const entries = await files.readdir(real);
  const paths: string[] = [];
  for (const entry of entries.sort((first, second) => (first.name < second.name ? -1 : 1))) {
    const { name } = entry;
    if (name.startsWith('.') || name === 'node_modules') continue;
    const child = { real: join(real, name), shownPath: join(shownPath, name) };
    if (entry.isDirectory()) paths.push(...(await findBelow(files, child)));
    else if (entry.isFile() && markdown.test(name)) paths.push(child.shownPath);
  }
  return paths;
}
