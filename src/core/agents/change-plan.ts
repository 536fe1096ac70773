import type { Sha256 } from '../ports/sha256.ts';
import type { SetupHost, SetupTarget } from './host-setup.ts';
import type { HostFiles } from './ports/host-files.ts';

/** What happens to one file: made without `before`, removed without `after`. */
export interface FileChange {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

/** What a command is about to do. */
export interface ChangePlan {
  readonly changes: readonly FileChange[];
  /** Folders that were made with the files, which go with them when nothing else is in them; the innermost first. */
  readonly folders: readonly string[];
  /** What was left alone, and why. */
  readonly notes: readonly string[];
}

export interface PlanPorts {
  readonly files: HostFiles;
  readonly sha256: Sha256;
}

/** The host to set up, where, and whether to install or uninstall. */
export interface SetupIntent {
  readonly host: SetupHost;
  readonly target: SetupTarget;
  readonly does: 'install' | 'uninstall';
}
