import { parseResourceUri } from './resource-uri.ts';
import { maxSubscriptions } from './serve-resources.ts';
import type { ResourceWatch } from './watching.ts';

/** What a subscription of the newer revision asks to be told of. */
export interface ChangeFilter {
  readonly resourceSubscriptions?: readonly string[];
  readonly resourcesListChanged?: boolean;
}

/** A change: of one resource, or without `uri` of the list. */
export interface ResourceChange {
  readonly uri?: string;
}

/** Follows what a filter asks for; addresses that are none of ours never change. The answer ends it. */
export function followChanges(
  watch: ResourceWatch,
  filter: ChangeFilter,
  notify: (change: ResourceChange) => void,
): () => void {
  const uris = new Set(filter.resourceSubscriptions?.slice(0, maxSubscriptions));
  const watches = [...uris].flatMap((uri) => {
    const name = parseResourceUri(uri);
    return name === undefined ? [] : [watch.resource(name, () => notify({ uri }))];
  });
  if (filter.resourcesListChanged === true) watches.push(watch.list(() => notify({})));
  return () => {
    for (const begun of watches) begun.stop();
  };
}
