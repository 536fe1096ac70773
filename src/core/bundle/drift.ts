import type { Bundle } from './bundle.ts';
import { readRepository } from './derived-lines.ts';
import { indexField } from './index-file.ts';
import type { RepositoryFacts } from './transition.ts';

/** How the work tree has moved since the record was last written. */
export interface Drift {
  readonly branch?: Change | undefined;
  readonly commit?: Change | undefined;
  /** The work tree's root; a clone or a move has another. */
  readonly repository?: Change | undefined;
  /** Files below the work tree's root that changed since, the record's own apart; undefined when that is unknown. */
  readonly files?: readonly string[] | undefined;
}

/** A value as the record has it, and as it is now. */
interface Change {
  readonly was: string;
  readonly is: string;
}

/** Compares the recorded state of the repository with the present one. */
export function findDrift(
  bundle: Bundle,
  current: RepositoryFacts | undefined,
  files: readonly string[] | undefined,
): Drift {
  const line = indexField(bundle.index, 'head', 'Repository') ?? 'None';
  const recorded = readRepository(line);
  return {
    ...change('repository', recorded?.root, current?.root),
    ...change('branch', recorded?.branch, current?.branch),
    ...change('commit', recorded?.commit, current?.commit),
    ...(files === undefined ? {} : { files }),
  };
}

function change(
  name: 'repository' | 'branch' | 'commit',
  was: string | undefined,
  is: string | undefined,
): Partial<Record<typeof name, Change>> {
  return was === is ? {} : { [name]: { was: was ?? 'None', is: is ?? 'None' } };
}

/** Whether anything has moved. */
export function hasDrift(drift: Drift): boolean {
  return (
    drift.branch !== undefined ||
    drift.commit !== undefined ||
    drift.repository !== undefined ||
    (drift.files ?? []).length > 0
  );
}

/** Drift in one line, such as `branch main → fix; 3 files changed (a.ts, b.ts, c.ts)`; `None` when nothing moved. */
export function driftLine(drift: Drift): string {
  const parts: string[] = [];
  for (const name of ['repository', 'branch', 'commit'] as const) {
    const moved = drift[name];
    if (moved !== undefined) parts.push(`${name} ${short(moved.was)} → ${short(moved.is)}`);
  }
  const files = drift.files ?? [];
  if (files.length > 0) {
    const names = files.slice(0, 10).join(', ');
    const ellipsis = files.length > 10 ? ', …' : '';
    parts.push(
      `${files.length} ${files.length === 1 ? 'file' : 'files'} changed (${names}${ellipsis})`,
    );
  }
  return parts.length === 0 ? 'None' : parts.join('; ');
}

function short(value: string): string {
  return /^[0-9a-f]{40,64}$/.test(value) ? value.slice(0, 12) : value;
}
