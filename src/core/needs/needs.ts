import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { Sha256 } from './sha256.ts';

/**
 * Everything that actions ask of the outside. Made in one place; a member that is costly to make is a function,
 * so that a command pays only for what it uses.
 */
export interface Needs {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sha256: Sha256;
}
