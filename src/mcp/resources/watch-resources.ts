import type { ResourceName } from './resource-uri.ts';
import { watchBundle } from './watch-bundle.ts';
import { watchLedger } from './watch-ledger.ts';
import { watchList } from './watch-list.ts';
import { watchReview } from './watch-review.ts';
import type { ResourceWatch, Stop, Watch, Watching, WatchSettings } from './watching.ts';

/** Changes that come within this time are told as one, in milliseconds. */
const settleTime = 50;

/** Watches resources in reach. */
export function watchResources(settings: WatchSettings): ResourceWatch {
  return {
    resource: (name, listener) =>
      begin(settings, listener, (changed) => watchOne(name, { ...settings, changed })),
    list: (listener) => begin(settings, listener, (changed) => watchList({ ...settings, changed })),
  };
}

function watchOne(name: ResourceName, watching: Watching): Promise<Stop> {
  if (name.kind === 'review') return watchReview(name.id, watching);
  return name.kind === 'ledger' ? watchLedger(name, watching) : watchBundle(name, watching);
}

/** Starts a watch that can be stopped before it has begun, and gathers its calls. */
function begin(
  { onError }: WatchSettings,
  listener: () => void,
  start: (changed: () => void) => Promise<Stop>,
): Watch {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    if (isStopped) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, settleTime).unref();
  };
  const started = start(changed).catch((error: unknown) => {
    onError(error);
    return () => undefined;
  });
  return {
    ready: started.then(() => undefined),
    stop() {
      if (isStopped) return;
      isStopped = true;
      clearTimeout(timer);
      void started.then((stop) => stop());
    },
  };
}
