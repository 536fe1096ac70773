import { isRefusal } from '../../core/refusal.ts';
import { lookAgain } from './look-again.ts';
import { withStore } from './readable-discussions.ts';
import type { ResourceName } from './resource-uri.ts';
import type { Stop, Watching } from './watching.ts';

/** Any commit to the project's store wakes it; the revision says whether this discussion is concerned. */
export async function watchLedger(
  { project: key, id }: Extract<ResourceName, { kind: 'ledger' }>,
  { ports, scope, onError, changed }: Watching,
): Promise<Stop> {
  const project = scope.project(key);
  if (project === undefined) return () => undefined;
  const revision = () =>
    withStore(ports, project, async (store) => {
      const head = await store.head(id);
      return isRefusal(head) ? head : (head?.revision ?? 0);
    });
  let seen = await revision();
  const look = lookAgain(async () => {
    const now = await revision();
    if (isRefusal(now) || now === seen) return;
    seen = now;
    changed();
  }, onError);
  const ledgers = await ports.ledgers();
  const stop = await ledgers.watch({ directory: project.folder }, look);
  if (isRefusal(stop)) return () => undefined;
  await look();
  return stop;
}
