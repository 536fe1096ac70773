import type { StateFollower, Watch } from '../../session/follow/follow-state.ts';
import { followList } from './follow-list.ts';
import { followResource } from './follow-resource.ts';
import type { ResourceWatch, WatchSettings } from './watching.ts';

/** Changes that come within this time are told as one, in milliseconds. */
const settleTime = 50;

/** Watches resources in scope. */
export function watchResources(settings: WatchSettings): ResourceWatch {
  return {
    resource: (name, listener) => watch(settings, listener, followResource(name, settings)),
    list: (listener) => watch(settings, listener, Promise.resolve(followList(settings))),
  };
}

/** Starts a watch that can be stopped before it has begun, and gathers its calls. */
function watch(
  { onError }: WatchSettings,
  listener: () => void,
  follower: Promise<StateFollower<unknown> | undefined>,
): Watch {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let started: Watch | undefined;
  const changed = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, settleTime).unref();
  };
  const ready = follower.then((state) => {
    if (isStopped) return undefined;
    started = state?.onChange(changed);
    return started?.ready;
  });
  return {
    ready: ready.catch(onError),
    stop() {
      isStopped = true;
      clearTimeout(timer);
      started?.stop();
    },
  };
}
