import { join } from 'node:path';
import { isRefusal } from '../../core/refusal.ts';
import type { GitRenames } from '../../core/review/ports/rename-search.ts';
import { findRepository } from './git-repository.ts';
import { withoutOwnFilters } from './repository-filters.ts';
import { type GitRun, runGit } from './run-git.ts';

/** Longest wait for git, in milliseconds; a rename that it cannot tell by then is one that nobody told. */
const patience = 5000;

/** The renames that git finds between a work tree at a time, RFC 3339, and the same work tree now. */
export async function gitRenames(
  folder: string,
  since: string,
  environment: GitRun['environment'],
): Promise<GitRenames | undefined> {
  const signal = AbortSignal.timeout(patience);
  const repository = await findRepository({ directory: folder, environment, signal });
  if (isRefusal(repository)) return undefined;
  const { root } = repository;
  // Git remembers in whole seconds where it stood: what happened in the second of that time is no part of it.
  const time = new Date(Math.floor(Date.parse(since) / 1000) * 1000 - 1000).toISOString();
  const end = await runGit({
    command: 'diff',
    settings: ['core.quotePath=false'],
    args: [
      ...['--name-status', '-z', '--find-renames', '--diff-filter=R', '--no-relative'],
      ...[`HEAD@{${time}}`, '--'],
    ],
    directory: root,
    environment: await withoutOwnFilters({ directory: root, environment: repository.environment }),
    signal,
  });
  if (end.kind !== 'done' || end.status !== 0) return { root, renames: [] };
  return { root, renames: readRenames(end.output.toString('utf8'), root) };
}

/** Each rename is three words: `R` with how alike the texts are, the old path, the new one. */
function readRenames(output: string, root: string): GitRenames['renames'] {
  const words = output.split('\0');
  const renames = [];
  for (let index = 0; index + 2 < words.length; index += 3) {
    renames.push({
      from: join(root, words[index + 1] ?? ''),
      to: join(root, words[index + 2] ?? ''),
    });
  }
  return renames;
}
