import { basename, join } from 'node:path';
import { isRefusal } from '../../core/refusal.ts';
import { bundleRoots } from './list-resources.ts';
import { lookAgain } from './look-again.ts';
import type { ResourceName } from './resource-uri.ts';
import type { Stop, Watching } from './watching.ts';

/** Watches every file of a bundle; which ones those are is asked for anew after each change. */
export async function watchBundle(
  { project: key, id }: Extract<ResourceName, { kind: 'bundle' }>,
  { ports, scope, onError, changed }: Watching,
): Promise<Stop> {
  const project = scope.project(key);
  const roots = project === undefined ? [] : await bundleRoots(ports, project);
  const root = roots.find((found) => basename(found) === id);
  if (root === undefined) return () => undefined;
  const [watcher, { folder }] = await Promise.all([ports.fileWatcher(), ports.bundles()]);
  let isStopped = false;
  let watched = '';
  let seen: string | undefined;
  let stopFiles: () => Promise<void> = async () => undefined;

  const look = lookAgain(async () => {
    const found = await folder.inspect(root);
    if (isRefusal(found) || isStopped) return;
    const { texts } = found.snapshot;
    const now = ports.sha256(JSON.stringify([...texts]));
    if (seen !== undefined && now !== seen) changed();
    seen = now;
    const paths = [...texts.keys()].map((path) => join(root, path));
    if (paths.join('\n') === watched) return;
    watched = paths.join('\n');
    const stopBefore = stopFiles;
    const again = (): void => void look();
    const files = paths.map((path) => ({ path, seenAt: 0 }));
    const watch = await watcher.watch(files, { changed: again, gone: again });
    stopFiles = () => watch.stop();
    await stopBefore();
    if (isStopped) await end();
  }, onError);
  const end = async (): Promise<void> => {
    isStopped = true;
    const stop = stopFiles;
    stopFiles = async () => undefined;
    await stop();
  };

  await look();
  // What changed while the watcher got ready.
  await look();
  return () => void end();
}
