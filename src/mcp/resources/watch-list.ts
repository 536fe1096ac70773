import { isRefusal } from '../../core/refusal.ts';
import { bundleRoots, listResources } from './list-resources.ts';
import { lookAgain } from './look-again.ts';
import type { Stop, Watching } from './watching.ts';

/** How often folders are looked at for new bundles and stores, in milliseconds. */
const lookInterval = 1000;

/** Compares the list after whatever may have changed it: a commit, a new folder, a project that became known. */
export async function watchList(watching: Watching): Promise<Stop> {
  const { ports, scope, onError, changed } = watching;
  const addresses = async () =>
    (await listResources(ports, scope)).map(({ uri, title }) => `${uri} ${title}`).join('\n');
  let seen = await addresses();
  const look = lookAgain(async () => {
    const now = await addresses();
    if (now === seen) return;
    seen = now;
    changed();
  }, onError);
  const reviews = await ports.reviews();
  const stops = [
    scope.onChange(() => void look()),
    ...(isRefusal(reviews) ? [] : [reviews.tail.onCommit(() => void look())]),
    await watchProjects(watching, () => void look()),
  ];
  await look();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Tells of commits to the projects' stores, also of stores that are made later, and of new bundles. */
async function watchProjects({ ports, scope, onError }: Watching, tell: () => void): Promise<Stop> {
  const stores = new Map<string, Stop>();
  let isStopped = false;
  let seen = '';
  const look = lookAgain(async () => {
    const ledgers = await ports.ledgers();
    const found: string[] = [];
    for (const project of scope.projects) {
      found.push(...(await bundleRoots(ports, project)));
      if (stores.has(project.key) || isStopped) continue;
      const stop = await ledgers.watch({ directory: project.folder }, tell);
      if (isRefusal(stop)) continue;
      stores.set(project.key, stop);
      tell();
    }
    if (found.join('\n') !== seen) tell();
    seen = found.join('\n');
    if (isStopped) end();
  }, onError);
  const end = (): void => {
    for (const stop of stores.values()) stop();
    stores.clear();
  };
  await look();
  const timer = setInterval(() => void look(), lookInterval).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    end();
  };
}
