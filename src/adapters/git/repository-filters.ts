import type { GitRepository } from './git-repository.ts';
import { type GitRun, runGit } from './run-git.ts';

/** Where git runs, and until when. */
type Place = Pick<GitRun, 'directory' | 'environment' | 'signal'>;

/** Names of the filters that the repository's own configuration defines; nobody but the repository vouches for them. */
export async function repositoryFilters(place: Place): Promise<ReadonlySet<string>> {
  const end = await runGit({
    ...place,
    command: 'config',
    args: ['--null', '--show-scope', '--name-only', '--get-regexp', String.raw`^filter\.`],
  });
  if (end.kind !== 'done' || end.status !== 0) return new Set();
  const fields = end.output.toString('utf8').split('\0');
  const names = fields.flatMap((scope, index) => {
    const isOwn = index % 2 === 0 && (scope === 'local' || scope === 'worktree');
    const name = /^filter\.(.*)\.[^.]*$/s.exec(fields[index + 1] ?? '')?.[1];
    return isOwn && name !== undefined ? [name] : [];
  });
  return new Set(names);
}

/** The environment of a place, in which no filter of the repository's own runs. */
export async function withoutOwnFilters(place: Place): Promise<GitRepository['environment']> {
  return withoutFilters(place.environment, await repositoryFilters(place));
}

/** The environment in which these filters run nothing. Variables can name what an option of git could not. */
export function withoutFilters(
  environment: GitRepository['environment'],
  filters: ReadonlySet<string>,
): GitRepository['environment'] {
  const settings = [...filters].flatMap((name) => [
    [`filter.${name}.clean`, ''],
    [`filter.${name}.smudge`, ''],
    [`filter.${name}.process`, ''],
    [`filter.${name}.required`, 'false'],
  ]);
  const first = Number(environment['GIT_CONFIG_COUNT'] ?? 0) || 0;
  const variables = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ]);
  return {
    ...environment,
    ...Object.fromEntries(variables),
    ...(settings.length === 0 ? {} : { GIT_CONFIG_COUNT: String(first + settings.length) }),
  };
}

/** Of these paths, meant from the place's directory, those that one of the filters would change. */
export async function filteredPaths(
  place: Place,
  paths: readonly string[],
  filters: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (filters.size === 0 || paths.length === 0) return [];
  const end = await runGit({
    ...place,
    command: 'check-attr',
    args: ['-z', '--stdin', 'filter'],
    input: Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1'),
  });
  if (end.kind !== 'done' || end.status !== 0) return [];
  const fields = end.output.toString('latin1').split('\0');
  return fields.filter((_, index) => index % 3 === 0 && filters.has(utf8(fields[index + 2] ?? '')));
}

function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
