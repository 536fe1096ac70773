import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleaningUp } from '../../core/clean-up.ts';
import { diffCommand } from './git-arguments.ts';
import { filteredPaths } from './repository-filters.ts';
import { type GitEnd, type GitRun, runGit } from './run-git.ts';

/** Which untracked files to show. */
export interface UntrackedRequest extends Omit<GitRun, 'command' | 'settings' | 'args' | 'input'> {
  /** Root of the work tree. */
  readonly root: string;
  /** Pathspecs, meant from `directory`; everything without one. */
  readonly paths: readonly string[];
  /** Filters whose files are not shown. */
  readonly filters: ReadonlySet<string>;
}

/**
 * The files that git does not know and does not ignore, as a patch that adds them. They are noted in an index and
 * an object store that exist for this call alone, so that the repository's own are not touched.
 */
export async function diffUntracked(request: UntrackedRequest): Promise<GitEnd> {
  const { root, paths, directory, environment, signal } = request;
  const listed = await runGit({
    command: 'ls-files',
    args: ['--others', '--exclude-standard', '--full-name', '-z', '--', ...fallback(paths)],
    directory,
    environment,
    ...(signal === undefined ? {} : { signal }),
  });
  if (listed.kind !== 'done' || listed.status !== 0) return listed;
  // A name that ends with a slash is a repository of its own.
  const files = listed.output
    .toString('latin1')
    .split('\0')
    .filter((name) => /[^/]$/.test(name));
  const filtered = await filteredPaths({ ...request, directory: root }, files, request.filters);
  const names = files.filter((name) => !filtered.includes(name));
  if (names.length === 0) return { ...listed, output: Buffer.alloc(0) };
  const aside = await mkdtemp(join(tmpdir(), 'discuss-diff-'));
  return cleaningUp(
    () => diffNames(request, { names, aside, root }),
    () => rm(aside, { recursive: true, force: true }),
  );
}

function fallback(paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? [':/'] : paths;
}

async function diffNames(
  request: UntrackedRequest,
  { names, aside, root }: { names: readonly string[]; aside: string; root: string },
): Promise<GitEnd> {
  const objects = join(aside, 'objects');
  await mkdir(objects);
  const run = {
    ...request,
    directory: root,
    environment: {
      ...request.environment,
      GIT_INDEX_FILE: join(aside, 'index'),
      GIT_OBJECT_DIRECTORY: objects,
    },
  };
  const noted = await runGit({
    ...run,
    command: 'add',
    settings: ['core.splitIndex=false', 'core.sparseCheckout=false', 'core.untrackedCache=false'],
    args: ['--intent-to-add', '--pathspec-from-file=-', '--pathspec-file-nul'],
    input: Buffer.from(names.join('\0'), 'latin1'),
    environment: { ...run.environment, GIT_LITERAL_PATHSPECS: '1' },
  });
  if (noted.kind !== 'done' || noted.status !== 0) return noted;
  return runGit({ ...run, ...diffCommand([]) });
}
