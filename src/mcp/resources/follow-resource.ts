import { basename } from 'node:path';
import { isRefusal } from '../../core/refusal.ts';
import { followBundle } from '../../session/follow/follow-bundle.ts';
import { followLedger } from '../../session/follow/follow-ledger.ts';
import { followPosition } from '../../session/follow/follow-position.ts';
import type { StateFollower } from '../../session/follow/follow-state.ts';
import { bundleRoots } from './list-resources.ts';
import { withStore } from './readable-discussions.ts';
import type { ResourceName } from './resource-uri.ts';
import type { WatchSettings } from './watching.ts';

/** Returns what follows a resource; nothing for one that is not there or out of scope. */
export async function followResource(
  name: ResourceName,
  { ports, scope, onError }: WatchSettings,
): Promise<StateFollower<unknown> | undefined> {
  if (name.kind === 'review') {
    const reviews = await ports.reviews();
    return isRefusal(reviews) ? undefined : followPosition(reviews, name.id, onError);
  }
  const project = scope.project(name.project);
  if (project === undefined) return undefined;
  if (name.kind === 'ledger') {
    const head = () => withStore(ports, project, (store) => store.head(name.id));
    return followLedger({ ports, directory: project.folder, head, onError });
  }
  const roots = await bundleRoots(ports, project);
  const root = roots.find((path) => basename(path) === name.id);
  return root === undefined ? undefined : followBundle({ ports, root, onError });
}
