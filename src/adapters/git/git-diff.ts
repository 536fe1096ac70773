import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isGitPatch, takeUnmerged } from '../../core/document/git-patch.ts';
import { pathArguments } from '../../core/document/path-arguments.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { GitDiff, GitDiffAnswer, GitDiffRequest } from '../../core/review/ports/git-diff.ts';
import { diffArguments, gitEnvironment, notAPatch, refuseNoPatch } from './git-arguments.ts';
import { findRepository, type GitRepository, refuseEnd } from './git-repository.ts';
import { type GitEnd, type GitRun, runGit } from './run-git.ts';
import { diffUntracked } from './untracked-diff.ts';

/** Git as it is installed on this machine, run with the given environment. */
export function openGitDiff(environment: GitRun['environment']): GitDiff {
  return { read: (request) => readDiff(request, gitEnvironment(environment)) };
}

async function readDiff(
  request: GitDiffRequest,
  environment: GitRun['environment'],
): Promise<GitDiffAnswer | Refusal> {
  const unwanted = refuseNoPatch(request.args);
  if (unwanted !== undefined) return unwanted;
  const { directory, signal } = request;
  const place = { directory, environment, ...(signal === undefined ? {} : { signal }) };
  const found = await findRepository(place);
  const isOutside = isRefusal(found) && found.code === 'not_a_repository';
  const repository =
    isOutside && request.args.includes('--no-index')
      ? { root: resolve(directory), prefix: '', environment }
      : found;
  if (isRefusal(repository)) return repository;
  const known = await readKnown(request, repository);
  if (isRefusal(known)) return known;
  const added = request.untracked ? await readUntracked(request, repository, known.length) : '';
  if (isRefusal(added)) return added;
  return answer(request, repository, [known, Buffer.from(added)]);
}

async function readKnown(
  request: GitDiffRequest,
  { environment }: GitRepository,
): Promise<Buffer | Refusal> {
  const end = await runGit({
    ...limits(request, 0),
    environment,
    args: diffArguments(request.args),
  });
  const output = outputOf(end, request);
  // With --exit-code and --no-index, 1 says that there are differences.
  const isDifferent = end.kind === 'done' && end.status === 1 && end.output.length > 0;
  return isDifferent ? end.output : output;
}

async function readUntracked(
  request: GitDiffRequest,
  { root, environment }: GitRepository,
  used: number,
): Promise<Buffer | Refusal> {
  const exists = (path: string) => existsSync(resolve(request.directory, path));
  const paths = pathArguments(request.args, exists);
  const end = await diffUntracked({ ...limits(request, used), environment, root, paths });
  return outputOf(end, request);
}

function limits(
  { directory, maxBytes, signal }: GitDiffRequest,
  used: number,
): Pick<GitRun, 'directory' | 'maxBytes' | 'signal'> {
  return {
    directory,
    ...(maxBytes === 0 ? {} : { maxBytes: maxBytes - used }),
    ...(signal === undefined ? {} : { signal }),
  };
}

function outputOf(end: GitEnd, { directory, maxBytes, args }: GitDiffRequest): Buffer | Refusal {
  if (end.kind === 'too-large') {
    return refuse('diff_too_large', `the diff is larger than ${maxBytes} bytes`, {
      next: 'name a smaller range or some paths after --, or raise the cap: --max-diff-bytes N (0 = no cap)',
    });
  }
  if (end.kind !== 'done') return refuseEnd(end, directory);
  if (end.status === 0) return end.output;
  const reason =
    end.errors === '' ? `it ended with status ${end.status}` : end.errors.slice(0, 2000);
  return refuse('git_failed', `git diff ${args.join(' ')} failed: ${reason}`, {
    next: 'try the same arguments with git diff itself',
  });
}

function answer(
  request: GitDiffRequest,
  { root, prefix }: GitRepository,
  outputs: readonly Buffer[],
): GitDiffAnswer | Refusal {
  const { text, isExact } = decode(Buffer.concat(outputs));
  if (!isGitPatch(text)) {
    return notAPatch(`git diff ${request.args.join(' ')} does not print a plain patch`);
  }
  const { paths, patch } = takeUnmerged(text);
  if (patch.trim() === '') return noChanges(request, paths);
  const warnings = [
    ...(isExact ? [] : ['the diff is not all UTF-8; other bytes are shown as \uFFFD']),
    ...paths.map((path) => `${path} is unmerged and not shown; discuss diff --unstaged shows it`),
  ];
  return { patch, root, prefix, warnings };
}

function decode(bytes: Buffer): { readonly text: string; readonly isExact: boolean } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, isExact: true };
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), isExact: false };
  }
}

function noChanges({ args, untracked }: GitDiffRequest, unmerged: readonly string[]): Refusal {
  if (unmerged.length > 0) {
    return refuse('no_changes', `nothing to review but unmerged files: ${unmerged.join(', ')}`, {
      next: 'discuss diff --unstaged shows them',
    });
  }
  const orNew = untracked ? ' and no new file' : '';
  const more = untracked ? '' : '; --untracked adds new files';
  if (args.length === 1 && /^--(?:cached|staged)$/.test(args[0] ?? '')) {
    return refuse('no_changes', `no changes to review: nothing is staged${orNew}`, {
      next: `stage something with git add, or review the work tree: discuss diff --unstaged${more}`,
    });
  }
  if (args.length === 0) {
    return refuse('no_changes', `no changes to review: nothing is unstaged${orNew}`, {
      next: `discuss diff reviews what is staged, discuss diff HEAD both${more}`,
    });
  }
  return refuse('no_changes', `no changes to review: git diff ${args.join(' ')} is empty${orNew}`, {
    next: 'name another range or other paths',
  });
}
