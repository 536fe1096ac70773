import { existsSync, realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { type GitEnd, type GitRun, runGit } from './run-git.ts';

/** The repository that the user stands in, and how to run git there. */
export interface GitRepository {
  /** Real path of the work tree's root; of the repository itself, where it has no work tree. */
  readonly root: string;
  /** Where the user stands below the root, with `/`. */
  readonly prefix: string;
  readonly environment: GitRun['environment'];
}

type Place = Pick<GitRun, 'directory' | 'environment' | 'signal'>;

/** Finds the repository around a directory. */
export async function findRepository(place: Place): Promise<GitRepository | Refusal> {
  const environment = await withoutOwnGitDir(place);
  if (isRefusal(environment)) return environment;
  const here = { ...place, environment };
  const top = await ask(here, '--show-toplevel');
  if (isRefusal(top)) return top;
  if (top.status === 0) {
    const root = resolve(top.line);
    const below = relative(root, realpathSync(place.directory));
    return { root, prefix: below.split(sep).join('/'), environment };
  }
  const bare = await ask(here, '--absolute-git-dir');
  if (isRefusal(bare)) return bare;
  if (bare.status === 0) return { root: resolve(bare.line), prefix: '', environment };
  return notARepository(place.directory, bare.errors);
}

function notARepository(directory: string, errors: string): Refusal {
  const isPlain = /not a git repository/i.test(errors) || errors === '';
  return refuse(
    'not_a_repository',
    isPlain ? `${directory} is in no git repository` : `git cannot read the repository: ${errors}`,
    isPlain ? { next: 'run discuss diff inside a repository, or give it a .diff file' } : {},
  );
}

/**
 * Hooks and aliases of git export GIT_DIR, and with it alone git takes any folder for the root of the work tree.
 * Where it names no other repository than the one around the folder, it is left out.
 */
async function withoutOwnGitDir(place: Place): Promise<GitRun['environment'] | Refusal> {
  const { GIT_DIR: given, ...rest } = place.environment;
  if (given === undefined || place.environment['GIT_WORK_TREE'] !== undefined) {
    return place.environment;
  }
  const own = await ask({ ...place, environment: rest }, '--absolute-git-dir');
  if (isRefusal(own)) return own;
  const named = resolve(place.directory, given);
  const isOwn = own.status === 0 && existsSync(named) && realpathSync(named) === resolve(own.line);
  return isOwn || !existsSync(named) ? rest : place.environment;
}

interface GitLine {
  readonly status: number;
  readonly line: string;
  readonly errors: string;
}

async function ask(place: Place, question: string): Promise<GitLine | Refusal> {
  const end = await runGit({ ...place, args: ['rev-parse', question] });
  if (end.kind !== 'done') return refuseEnd(end, place.directory);
  // A path may hold line ends; only the last one is git's.
  const line = end.output.toString('utf8').replace(/\r?\n$/, '');
  return { status: end.status, line, errors: end.errors };
}

/** The refusal for a run that did not come to its own end. */
export function refuseEnd(end: Exclude<GitEnd, { kind: 'done' }>, directory: string): Refusal {
  switch (end.kind) {
    case 'too-large':
      return refuse('diff_too_large', 'the diff is larger than its cap');
    case 'interrupted':
      return refuse('interrupted', 'interrupted while git was running');
    case 'missing':
      return existsSync(directory)
        ? refuse('git_missing', `git cannot be run: ${end.reason}`, {
            next: 'install git, or give discuss a .diff file',
          })
        : refuse('not_a_repository', `${directory} does not exist any more`);
  }
}
