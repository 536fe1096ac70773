import type { Ports } from '../../core/ports.ts';
import type { Watch } from '../../session/follow/follow-state.ts';
import type { ResourceScope } from './resource-scope.ts';
import type { ResourceName } from './resource-uri.ts';

/** Tells of changes of resources, whoever makes them. Nothing is looked at while nobody listens. */
export interface ResourceWatch {
  /** Calls `listener` after a resource may read otherwise than before. */
  resource(name: ResourceName, listener: () => void): Watch;
  /** Calls `listener` after the list of resources has changed. */
  list(listener: () => void): Watch;
}

/** What watches are made from. */
export interface WatchSettings {
  readonly ports: Ports;
  readonly scope: ResourceScope;
  readonly onError: (error: unknown) => void;
}
