import type { Inspection } from '../../core/bundle/ports/bundle-folder.ts';
import type { Ports } from '../../core/ports.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { inspectSettled } from '../inspect-settled.ts';
import { watchFileSet } from './file-set.ts';
import { type FollowedState, followState, type StateFollower } from './follow-state.ts';

/** Which bundle is followed, and how. */
export interface BundleFollowing extends Pick<FollowedState<unknown>, 'onError' | 'pollInterval'> {
  readonly ports: Pick<Ports, 'bundles' | 'fileWatcher'>;
  /** The bundle's folder. */
  readonly root: string;
}

/** Follows the files of a bundle, in whatever state they are. */
export function followBundle(following: BundleFollowing): StateFollower<Inspection | Refusal> {
  const { ports, root, ...options } = following;
  let change = (): void => undefined;
  const files = watchFileSet(ports, () => change(), options.onError);
  return followState({
    ...options,
    async begin(poll) {
      change = poll;
      return files.stop;
    },
    async read() {
      const { folder } = await ports.bundles();
      const inspection = await inspectSettled(folder, root);
      const isOther = await files.watch([root, ...pathsIn(root, inspection)]);
      // What is written while the watch begins is seen, since the files are read after it has.
      return isOther ? inspectSettled(folder, root) : inspection;
    },
    mark: (inspection) =>
      JSON.stringify(
        isRefusal(inspection) ? inspection : [inspection, [...inspection.snapshot.texts]],
      ),
  });
}

function pathsIn(root: string, inspection: Inspection | Refusal): readonly string[] {
  if (isRefusal(inspection)) return [];
  return [...inspection.snapshot.texts.keys()].map((path) => `${root}/${path}`);
}
