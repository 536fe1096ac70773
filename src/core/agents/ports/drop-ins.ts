import type { Refusal } from '../../refusal.ts';

/** The tools whose command lines we understand. */
export type DropInName = 'lk' | 'lwc';

/** Which script, and where: a folder as the caller names it, or the user's own folder of programs. */
export interface DropInLocation {
  readonly name: DropInName;
  readonly folder?: string;
  /** The folder that a relative one is resolved against; absolute. */
  readonly directory: string;
}

/** The script's state after the operation. */
export interface DropInState {
  /** The script, absolute. */
  readonly path: string;
  readonly changed: boolean;
  /** Whether a shell finds programs in that folder. */
  readonly onPath: boolean;
  /** Another program of that name that a shell finds first. */
  readonly hiddenBy?: string;
}

/**
 * Small scripts under the names of other tools that call `discuss`. Refusals: `not_ours` when a file of that name was
 * not written by us, `file_unwritable` when the folder cannot be written.
 */
export interface DropIns {
  install(location: DropInLocation): Promise<DropInState | Refusal>;
  uninstall(location: DropInLocation): Promise<DropInState | Refusal>;
}
