import { isRefusal } from '../../core/refusal.ts';
import { followState, type StateFollower } from '../../session/follow/follow-state.ts';
import { bundleRoots, listResources } from './list-resources.ts';
import type { WatchSettings } from './watching.ts';

/** How often folders are searched for new bundles and stores, in milliseconds. */
const pollInterval = 1000;

/** Follows the list of resources: a commit, a new folder or a project that became known may have changed it. */
export function followList(settings: WatchSettings): StateFollower<string> {
  const { ports, scope, onError } = settings;
  return followState({
    async begin(poll) {
      const reviews = await ports.reviews();
      const projects = followProjects(settings, poll).onChange(poll);
      await projects.ready;
      const ends = [
        projects.stop,
        scope.onChange(poll),
        ...(isRefusal(reviews) ? [] : [reviews.tail.onCommit(poll)]),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
    async read() {
      const resources = await listResources(ports, scope);
      return resources.map(({ uri, title }) => `${uri} ${title}`).join('\n');
    },
    mark: (list) => list,
    onError,
  });
}

/** Follows the projects' stores, also those that are made later, and their bundles; `changed` is called at each commit. */
function followProjects(
  { ports, scope, onError }: WatchSettings,
  changed: () => void,
): StateFollower<readonly string[]> {
  const stores = new Map<string, () => void>();
  return followState({
    begin: async () => () => {
      for (const stop of stores.values()) stop();
      stores.clear();
    },
    async read() {
      const ledgers = await ports.ledgers();
      const roots: string[] = [];
      for (const { key, folder } of scope.projects) {
        roots.push(...(await bundleRoots(ports, { key, folder })));
        const stop = stores.get(key) ?? (await ledgers.watch({ directory: folder }, changed));
        if (!isRefusal(stop)) stores.set(key, stop);
      }
      return [...roots, ...stores.keys()];
    },
    mark: (uris) => uris.join('\n'),
    pollInterval,
    onError,
  });
}
