import { lstat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { ignoreAddition, ignoreRule } from '../../core/bundle/folder-name.ts';
import type { GitFacts, IgnoreOutcome, WorkTreeState } from '../../core/bundle/ports/git-facts.ts';
import type { RepositoryFacts } from '../../core/bundle/transition.ts';
import { isRefusal } from '../../core/refusal.ts';
import { errorCode, type FileOperations, fileOperations } from '../files/file-operations.ts';
import { findRepository, isBareRefused } from './git-repository.ts';
import { withoutOwnFilters } from './repository-filters.ts';
import { type GitRun, runGit } from './run-git.ts';

type Environment = GitRun['environment'];

/** Facts from git as it is installed; `files` is what `.gitignore` is written with. */
export function openGitFacts(
  environment: Environment,
  files: FileOperations = fileOperations,
): GitFacts {
  return {
    repository: (directory) => repository(directory, environment),
    isMetadata: (directory) => isMetadata({ directory, environment }),
    changedSince: (root, point) => changedSince(environment, root, point),
    trackedBelow: async (root, folder) =>
      (await list({ directory: root, environment }, [
        'ls-files',
        '-z',
        '--',
        literal(root, folder),
      ])) ?? [],
    isIgnored: (root, folder) =>
      isIgnored({ directory: root, environment }, relative(root, folder)),
    ignore: (root, folder) => ignore({ environment, files }, root, folder),
  };
}

interface Place {
  readonly directory: string;
  readonly environment: Environment;
}

async function isMetadata(place: Place): Promise<boolean> {
  const end = await runGit({ ...place, command: 'rev-parse', args: ['--is-inside-git-dir'] });
  if (end.kind !== 'done') return false;
  return end.output.toString('utf8').trim() === 'true' || isBareRefused(end.errors);
}

/** What git prints, or undefined when it is missing or says no. */
async function output(
  place: Place,
  [command = '', ...args]: readonly string[],
): Promise<string | undefined> {
  const end = await runGit({ ...place, command, args });
  return end.kind === 'done' && end.status === 0 ? end.output.toString('utf8') : undefined;
}

async function ask(place: Place, args: readonly string[]): Promise<string | undefined> {
  return (await output(place, args))?.replace(/\r?\n$/, '');
}

async function list(place: Place, args: readonly string[]): Promise<string[] | undefined> {
  return (await output(place, args))?.split('\0').filter((path) => path !== '');
}

/** A path as git is to take it: below the root, and without any meaning of its characters. */
function literal(root: string, path: string): string {
  return `:(literal,top)${slashed(relative(root, path))}`;
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

async function repository(
  directory: string,
  environment: Environment,
): Promise<RepositoryFacts | undefined> {
  const own = await ownEnvironment(directory, environment);
  if (own === undefined) return undefined;
  const place = { directory, environment: own };
  const questions = ['--is-inside-work-tree', '--show-toplevel', 'HEAD'];
  const [end, branch] = await Promise.all([
    runGit({ ...place, command: 'rev-parse', args: questions }),
    ask(place, ['symbolic-ref', '--short', '-q', 'HEAD']),
  ]);
  if (end.kind !== 'done') return undefined;
  // Before the first commit git answers the last question with its own word.
  const told = /^true\n(.*)\n(HEAD|[0-9a-f]{40,64})\n$/s.exec(end.output.toString('utf8'));
  const [, root, head] = told ?? [];
  if (root === undefined) return undefined;
  return {
    root: resolve(root),
    ...(branch === undefined || branch === '' ? {} : { branch }),
    ...(head === undefined || head === 'HEAD' ? {} : { commit: head }),
  };
}

/** The environment without a GIT_DIR of git's own making, which hides the root of the work tree. */
async function ownEnvironment(
  directory: string,
  environment: Environment,
): Promise<Environment | undefined> {
  if (environment['GIT_DIR'] === undefined) return environment;
  const repository = await findRepository({ directory, environment });
  return isRefusal(repository) ? undefined : repository.environment;
}

const plainDiff = ['--no-renames', '--name-only', '-z'];

async function changedSince(
  environment: Environment,
  root: string,
  { commit, since, except }: WorkTreeState,
): Promise<readonly string[] | undefined> {
  const place = {
    directory: root,
    environment: await withoutOwnFilters({ directory: root, environment }),
  };
  const committed =
    commit === undefined ? [] : await list(place, ['diff', ...plainDiff, `${commit}..HEAD`, '--']);
  if (committed === undefined) return undefined;
  const [modified, untracked] = await Promise.all([
    list(place, ['diff', ...plainDiff, ...(commit === undefined ? [] : ['HEAD']), '--']),
    list(place, ['ls-files', '--others', '--exclude-standard', '-z']),
  ]);
  const moment = Date.parse(since);
  const dirty = await younger(root, [...(modified ?? []), ...(untracked ?? [])], moment);
  const own = `${slashed(relative(root, except))}/`;
  return [...new Set([...committed, ...dirty])]
    .filter((path) => !path.startsWith(own) && path !== '.gitignore')
    .sort();
}

/** A file that is gone counts as changed; how long ago nobody can tell. */
async function younger(root: string, paths: readonly string[], moment: number): Promise<string[]> {
  const ages = await Promise.all(
    paths.map(async (path) => {
      try {
        const { mtimeMs, ctimeMs } = await lstat(join(root, path));
        return Number.isNaN(moment) || Math.max(mtimeMs, ctimeMs) >= moment;
      } catch {
        return true;
      }
    }),
  );
  return paths.filter((_, index) => ages[index]);
}

async function ignore(
  { environment, files }: { environment: Environment; files: FileOperations },
  root: string,
  folder: string,
): Promise<IgnoreOutcome> {
  const place = { directory: root, environment };
  const below = relative(root, folder);
  if (below === '' || below.startsWith('..') || resolve(below) === below) {
    return { kind: 'failed', reason: `${folder} is not below ${root}` };
  }
  if (await isIgnored(place, below)) return { kind: 'covered' };
  const rule = ignoreRule(slashed(below));
  if (rule === undefined) {
    return { kind: 'failed', reason: 'the path holds a line end, which no rule can name' };
  }
  try {
    const failure = await append(files, join(root, '.gitignore'), rule);
    if (failure !== undefined) return failure;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', reason };
  }
  if (await isIgnored(place, below)) return { kind: 'added', rule };
  const reason = `the rule ${rule} was added, and another rule of the repository undoes it`;
  return { kind: 'failed', reason };
}

async function isIgnored(place: Place, below: string): Promise<boolean> {
  // With a slash the rule of a folder is found; the index is left out, since tracked paths are never ignored.
  const path = `./${slashed(below)}/`;
  return (await output(place, ['check-ignore', '-q', '--no-index', '--', path])) !== undefined;
}

async function append(
  files: FileOperations,
  path: string,
  rule: string,
): Promise<IgnoreOutcome | undefined> {
  let existing = '';
  try {
    const stats = await lstat(path);
    if (!stats.isFile()) {
      return { kind: 'failed', reason: `${path} is no regular file, and git would not read it` };
    }
    existing = (await files.readFile(path, dirname(path))).toString();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  await files.appendFile(path, ignoreAddition(existing, rule));
  return undefined;
}
