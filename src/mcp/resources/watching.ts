import type { Ports } from '../../core/ports.ts';
import type { ResourceScope } from './resource-scope.ts';
import type { ResourceName } from './resource-uri.ts';

/** A watch that has been asked for. */
export interface Watch {
  /** Resolves when every later change will be told. */
  readonly ready: Promise<void>;
  stop(): void;
}

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

/** What a watch of one thing is given. */
export interface Watching extends WatchSettings {
  readonly changed: () => void;
}

/** Ends what was begun. */
export type Stop = () => void;
