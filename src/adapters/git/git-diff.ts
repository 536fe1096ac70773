import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isGitPatch, takeUnmerged } from '../../core/document/git-patch.ts';
import { pathArguments } from '../../core/document/path-arguments.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { GitDiff, GitDiffAnswer, GitDiffRequest } from '../../core/review/ports/git-diff.ts';
import { beginningOf } from '../../core/text/whole-characters.ts';
import { diffCommand, notAPatch, refuseArguments } from './git-arguments.ts';
import { findRepository, type GitRepository, refuseEnd } from './git-repository.ts';
import { filteredPaths, repositoryFilters, withoutFilters } from './repository-filters.ts';
import { type GitEnd, type GitRun, runGit } from './run-git.ts';
import { diffUntracked } from './untracked-diff.ts';

/** Git as it is installed on this machine, run with the given environment. */
export function openGitDiff(environment: GitRun['environment']): GitDiff {
  return { read: (request) => readDiff(request, environment) };
}

async function readDiff(
  request: GitDiffRequest,
  environment: GitRun['environment'],
): Promise<GitDiffAnswer | Refusal> {
  const unwanted = refuseArguments(request.args);
  if (unwanted !== undefined) return unwanted;
  const { directory, signal } = request;
  const place = { directory, environment, ...(signal === undefined ? {} : { signal }) };
  const repositoryAround = await findRepository(place);
  const isOutside = isRefusal(repositoryAround) && repositoryAround.code === 'not_a_repository';
  const repository =
    isOutside && request.args.includes('--no-index')
      ? { root: resolve(directory), prefix: '', environment }
      : repositoryAround;
  if (isRefusal(repository)) return repository;
  const trusted = await leaveOutFiltered(request, repository);
  if (isRefusal(trusted)) return trusted;
  const diff = await readKnown(trusted.request, trusted.repository);
  if (isRefusal(diff)) return diff;
  const conflicts = await readConflicts(trusted, diff);
  if (isRefusal(conflicts)) return conflicts;
  const used = diff.length + (conflicts?.length ?? 0);
  const added = request.untracked ? await readUntracked(trusted, used) : Buffer.alloc(0);
  if (isRefusal(added)) return added;
  return answer(trusted, { diff, added, ...(conflicts === undefined ? {} : { conflicts }) });
}

/** A request that runs no filter of the repository's own; what they would have changed is not compared. */
interface TrustedRequest {
  readonly request: GitDiffRequest;
  readonly repository: GitRepository;
  /** The filters that run nothing. */
  readonly filters: ReadonlySet<string>;
  /** Paths from the root that are not compared. */
  readonly leftOut: readonly string[];
}

async function leaveOutFiltered(
  request: GitDiffRequest,
  { root, prefix, environment }: GitRepository,
): Promise<TrustedRequest | Refusal> {
  const { directory, signal } = request;
  const place = { directory, environment, ...(signal === undefined ? {} : { signal }) };
  const filters = await repositoryFilters(place);
  const repository = { root, prefix, environment: withoutFilters(environment, filters) };
  if (filters.size === 0) return { request, repository, filters, leftOut: [] };
  const here = { ...place, directory: root, environment: repository.environment };
  const args = ['--name-only', '-z', '--no-relative', '--no-renames', ...request.args];
  const end = await runGit({ ...here, ...limits(request, 0), command: 'diff', args });
  const isDifferent = end.kind === 'done' && end.status === 1;
  const names = isDifferent ? end.output : outputOf(end, request);
  if (isRefusal(names)) return names;
  const leftOut = await filteredPaths(here, namesOf(names), filters);
  const without = leftOut.length === 0 ? request.args : excluding(request, leftOut);
  return { request: { ...request, args: without }, repository, filters, leftOut };
}

function namesOf(output: Buffer): readonly string[] {
  return output
    .toString('latin1')
    .split('\0')
    .filter((name) => name !== '');
}

/** The arguments of a request without some paths from the root. */
function excluding(request: GitDiffRequest, leftOut: readonly string[]): readonly string[] {
  const paths = pathsOf(request);
  const end = request.args.indexOf('--');
  const before = request.args.slice(0, end === -1 ? undefined : end);
  const rest = end === -1 ? before.filter((arg) => !paths.includes(arg)) : before;
  const excluded = leftOut.map(
    (path) => `:(exclude,literal,top)${Buffer.from(path, 'latin1').toString('utf8')}`,
  );
  return [...rest, '--', ...(paths.length === 0 ? [':/'] : paths), ...excluded];
}

function pathsOf({ args, directory }: GitDiffRequest): readonly string[] {
  return pathArguments(args, (path) => existsSync(resolve(directory, path)));
}

async function readKnown(
  request: GitDiffRequest,
  { environment }: GitRepository,
): Promise<Buffer | Refusal> {
  const end = await runGit({ ...limits(request, 0), environment, ...diffCommand(request.args) });
  const output = outputOf(end, request);
  // With --exit-code and --no-index, 1 says that there are differences.
  const isDifferent = end.kind === 'done' && end.status === 1 && end.output.length > 0;
  return isDifferent ? end.output : output;
}

/**
 * Of a file that one side changed and the other deleted, git says only that it is unmerged; here it is compared with what
 * both sides began from. Undefined where the index is shown, which holds no such file.
 */
async function readConflicts(
  { request, repository: { environment } }: TrustedRequest,
  diff: Buffer,
): Promise<Buffer | undefined | Refusal> {
  const end = request.args.indexOf('--');
  const before = request.args.slice(0, end === -1 ? undefined : end);
  const options = before.filter((arg) => arg.startsWith('-'));
  if (options.some((option) => /^--(?:cached|staged)$/.test(option))) return undefined;
  const { paths } = takeUnmerged(diff.toString('utf8'));
  if (
    paths.length === 0 ||
    options.some((option) => /^(?:--(?:base|ours|theirs)|-[0-3])$/.test(option))
  )
    return undefined;
  const args = ['--base', ...options, '--', ...paths.map((path) => `:(top,literal)${path}`)];
  const run = { ...limits(request, diff.length), environment, ...diffCommand(args) };
  return outputOf(await runGit(run), request);
}

async function readUntracked(
  { request, repository, filters }: TrustedRequest,
  used: number,
): Promise<Buffer | Refusal> {
  const { root, environment } = repository;
  const paths = pathsOf(request);
  const end = await diffUntracked({ ...limits(request, used), environment, root, paths, filters });
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
  if (/promisor remote|transport '\w+' not allowed/.test(end.errors)) {
    return refuse('git_failed', `objects of this partial clone are not here: ${end.errors}`, {
      next: `fetch them first: git diff ${args.join(' ')} on its own does`,
    });
  }
  const reason =
    end.errors === '' ? `it ended with status ${end.status}` : beginningOf(end.errors, 2000);
  return refuse('git_failed', `git diff ${args.join(' ')} failed: ${reason}`, {
    next: 'try the same arguments with git diff itself',
  });
}

interface DiffOutputs {
  readonly diff: Buffer;
  /** The files in conflict that `diff` only names. */
  readonly conflicts?: Buffer;
  readonly added: Buffer;
}

function answer(
  { request, repository: { root, prefix }, leftOut }: TrustedRequest,
  { diff, conflicts, added }: DiffOutputs,
): GitDiffAnswer | Refusal {
  const { text, isExact } = decode(Buffer.concat([diff, added]));
  if (!isGitPatch(text)) {
    return notAPatch(`git diff ${request.args.join(' ')} does not print a plain patch`);
  }
  const taken = takeUnmerged(text);
  const paths = conflicts === undefined ? taken.paths : [];
  const patch = taken.patch + (conflicts === undefined ? '' : decode(conflicts).text);
  if (patch.trim() === '') return noChanges(request, paths);
  const warnings = [
    ...leftOut.map(
      (path) =>
        `${Buffer.from(path, 'latin1').toString('utf8')} is not compared: the repository itself defines its filter`,
    ),
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
  const hint = untracked ? '' : '; --untracked adds new files';
  if (args.length === 1 && /^--(?:cached|staged)$/.test(args[0] ?? '')) {
    return refuse('no_changes', `no changes to review: nothing is staged${orNew}`, {
      next: `stage something with git add, or review the work tree: discuss diff --unstaged${hint}`,
    });
  }
  if (args.length === 0) {
    return refuse('no_changes', `no changes to review: nothing is unstaged${orNew}`, {
      next: `discuss diff reviews what is staged, discuss diff HEAD both${hint}`,
    });
  }
  return refuse('no_changes', `no changes to review: git diff ${args.join(' ')} is empty${orNew}`, {
    next: 'name another range or other paths',
  });
}
