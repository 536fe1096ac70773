import type { RepositoryFacts } from '../../../core/bundle/transition.ts';
import type { Finding } from '../../../core/finding.ts';
import type { ActionContext } from '../../kit/action.ts';

/** What became of the rule by which git ignores a new bundle. */
export const ignoreStates = ['added', 'covered', 'failed', 'not_asked', 'no_repository'] as const;

/** How a new bundle stands to git. */
export interface GitIgnored {
  readonly git: {
    readonly ignore: (typeof ignoreStates)[number];
    readonly rule?: string;
    readonly tracked: readonly string[];
  };
  readonly warnings: readonly Finding[];
}

/** A bundle is to be committed or ignored, in a repository or in none. */
export interface GitRequest {
  readonly isCommitted: boolean;
  readonly repository: RepositoryFacts | undefined;
}

/** Tells git to ignore a new bundle. A failure is a warning: the bundle stays where it is. */
export async function ignoreInGit(
  root: string,
  { isCommitted, repository }: GitRequest,
  context: ActionContext,
): Promise<GitIgnored> {
  if (repository === undefined)
    return { git: { ignore: 'no_repository', tracked: [] }, warnings: [] };
  const { git } = await context.ports.bundles();
  const tracked = await git.trackedBelow(repository.root, root);
  const warnings = tracked.length === 0 ? [] : [trackedWarning(tracked)];
  if (isCommitted) return { git: { ignore: 'not_asked', tracked }, warnings };
  const outcome = await git.ignore(repository.root, root);
  switch (outcome.kind) {
    case 'added':
      return { git: { ignore: 'added', rule: outcome.rule, tracked }, warnings };
    case 'covered':
      return { git: { ignore: 'covered', tracked }, warnings };
    case 'failed':
      return {
        git: { ignore: 'failed', tracked },
        warnings: [...warnings, notIgnored(`git does not ignore the bundle: ${outcome.reason}`)],
      };
  }
}

/** Makes git ignore a bundle that is there; says what was done, or why it could not be. */
export async function ignoreRecord(
  root: string,
  context: ActionContext,
): Promise<{ readonly done?: string; readonly failed?: string }> {
  const { git } = await context.ports.bundles();
  const repository = await git.repository(root);
  if (repository === undefined) return {};
  const outcome = await git.ignore(repository.root, root);
  switch (outcome.kind) {
    case 'added':
      return { done: `Added the rule ${outcome.rule} to the .gitignore of ${repository.root}` };
    case 'covered':
      return {};
    case 'failed':
      return { failed: outcome.reason };
  }
}

/** The warning that git neither ignores nor tracks a bundle, so that it might be committed by oversight. */
export async function gitIgnoredWarnings(
  root: string,
  context: ActionContext,
  failed?: string,
): Promise<Finding[]> {
  const { git } = await context.ports.bundles();
  const repository = await git.repository(root);
  if (repository === undefined) return [];
  if ((await git.trackedBelow(repository.root, root)).length > 0) return [];
  if (await git.isIgnored(repository.root, root)) return [];
  const reason = failed === undefined ? '' : `: ${failed}`;
  return [notIgnored(`git neither ignores the bundle nor tracks it${reason}`)];
}

function trackedWarning(tracked: readonly string[]): Finding {
  return {
    rule: 'tracked_path',
    ids: [],
    path: tracked[0] ?? '',
    detail: `git tracks ${tracked.length} paths in the bundle's folder, which no ignore rule reaches`,
    next: 'take them out of the index yourself, if they are not to be committed',
  };
}

function notIgnored(detail: string): Finding {
  const next =
    'have it ignored with discuss bundle doctor --ignore or a rule by hand, or commit the record';
  return { rule: 'not_ignored', ids: [], detail, next };
}
