import { existsSync, realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
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
  return isBareRefused(top.errors)
    ? openBareRepository(here)
    : notARepository(place.directory, top.errors);
}

/** Whether git has refused to use a bare repository that nobody named, in any language. */
export function isBareRefused(errors: string): boolean {
  return errors.includes('safe.bareRepository');
}

/**
 * The bare repository in which the user stands. One inside another's work tree came with it, and may have been made to
 * look like one, so it is not used.
 */
async function openBareRepository(place: Place): Promise<GitRepository | Refusal> {
  const gitDir = await ask(place, '--absolute-git-dir', ['safe.bareRepository=all']);
  if (isRefusal(gitDir)) return gitDir;
  const root = resolve(gitDir.line);
  const around = await ask({ ...place, directory: dirname(root) }, '--show-toplevel');
  if (isRefusal(around)) return around;
  if (gitDir.status !== 0 || around.status === 0 || isBareRefused(around.errors)) {
    const message = `${place.directory} looks like a bare repository inside another one, which is not used`;
    return refuse('not_a_repository', message, {
      next: 'run discuss diff in the work tree around it',
    });
  }
  return { root, prefix: '', environment: { ...place.environment, GIT_DIR: root } };
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
  const { GIT_DIR: gitDir, ...rest } = place.environment;
  if (gitDir === undefined || place.environment['GIT_WORK_TREE'] !== undefined) {
    return place.environment;
  }
  const own = await ask({ ...place, environment: rest }, '--absolute-git-dir');
  if (isRefusal(own)) return own;
  const named = resolve(place.directory, gitDir);
  const isOwn = own.status === 0 && existsSync(named) && realpathSync(named) === resolve(own.line);
  return isOwn || !existsSync(named) ? rest : place.environment;
}

interface GitLine {
  readonly status: number;
  readonly line: string;
  readonly errors: string;
}

async function ask(
  place: Place,
  question: string,
  settings: readonly string[] = [],
): Promise<GitLine | Refusal> {
  const end = await runGit({ ...place, settings, command: 'rev-parse', args: [question] });
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
    case 'timed-out':
      return refuse('git_failed', 'git did not end within a minute and was stopped', {
        next: 'try the same arguments with git diff itself, or name fewer paths after --',
      });
    case 'missing':
      return existsSync(directory)
        ? refuse('git_missing', `git cannot be run: ${end.reason}`, {
            next: 'install git, or give discuss a .diff file',
          })
        : refuse('not_a_repository', `${directory} does not exist any more`);
  }
}
