import type { Ports } from '../core/ports.ts';
import { type PrivatePath, privatePath } from '../http/private-path.ts';

/** Makes a path for a server that no other user of the machine can guess. */
export function makePrivatePath({ ids }: Pick<Ports, 'ids'>): PrivatePath {
  return privatePath(
    () => ids.key(24),
    () => performance.now(),
  );
}
