import type { ServerEventBus } from '@modelcontextprotocol/server';
import { type ChangeFilter, followChanges } from './resources/follow-changes.ts';
import type { ResourceWatch } from './resources/watching.ts';

/**
 * Where the subscriptions of the newer revision over HTTP get their events: each stream follows what its request has
 * asked for, which `filter` tells while the stream is being opened, and ends that when it is closed.
 */
export function subscriptionBus(
  watch: ResourceWatch,
  filter: () => ChangeFilter | undefined,
): ServerEventBus {
  return {
    publish: () => undefined,
    subscribe: (listener) =>
      followChanges(watch, filter() ?? {}, ({ uri }) =>
        listener(
          uri === undefined
            ? { kind: 'resources_list_changed' }
            : { kind: 'resource_updated', uri },
        ),
      ),
  };
}
