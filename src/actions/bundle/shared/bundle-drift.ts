import { readRepository } from '../../../core/bundle/derived-lines.ts';
import { type Drift, findDrift } from '../../../core/bundle/drift.ts';
import { indexField } from '../../../core/bundle/index-file.ts';
import type { RepositoryFacts } from '../../../core/bundle/transition.ts';
import { type ActiveBundle, lastWritten } from './bundle-active.ts';

/** How the work tree has moved since a bundle was last written. */
export async function bundleDrift(
  { bundles, bundle, snapshot }: ActiveBundle,
  now: RepositoryFacts | undefined,
): Promise<Drift> {
  const recorded = readRepository(indexField(bundle.index, 'head', 'Repository') ?? 'None');
  if (now === undefined || recorded === undefined) return findDrift(bundle, now, undefined);
  const point = { commit: recorded.commit, since: lastWritten(bundle), except: snapshot.root };
  return findDrift(bundle, now, await bundles.git.changedSince(now.root, point));
}
