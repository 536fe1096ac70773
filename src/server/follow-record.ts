import { inspectSettled } from '../actions/bundle/shared/bundle-interruptions.ts';
import type { ActionContext } from '../actions/kit/action.ts';
import type { Inspection } from '../core/bundle/ports/bundle-folder.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { watchFileSet } from '../session/follow/file-set.ts';
import { followState, type StateFollower } from '../session/follow/follow-state.ts';

/** Follows the files of a record, in whatever state they are. */
export function followRecord(
  root: string,
  { ports }: Pick<ActionContext, 'ports'>,
  onError: (error: unknown) => void,
): StateFollower<Inspection | Refusal> {
  let change = (): void => undefined;
  const files = watchFileSet(ports, () => change(), onError);
  return followState({
    async begin(look) {
      change = look;
      return files.stop;
    },
    async read() {
      await files.watch([root]);
      return inspectSettled((await ports.bundles()).folder, root);
    },
    mark: (found) =>
      JSON.stringify(isRefusal(found) ? found : [found, [...found.snapshot.texts.entries()]]),
    // Nobody tells of a file that has gone, such as the journal of a write that was repaired.
    looksByItself: true,
    onError,
  });
}
