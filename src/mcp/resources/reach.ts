import type { Folders } from '../../core/ports/folders.ts';
import type { Sha256 } from '../../core/ports/sha256.ts';
import { projectKey } from './resource-uri.ts';

/** A project whose resources a client may read. */
export interface Project {
  readonly key: string;
  /** The real path of its folder. */
  readonly folder: string;
}

/**
 * How far a client's resources reach: the projects that it has named, by a tool's `projectPath` or as roots, and the
 * contexts in whose name it has read or written ledgers. Nothing else is listed or read.
 */
export interface Reach {
  /** Notes a folder; nothing for what is no existing folder. */
  addProject(path: string): Promise<void>;
  addContext(context: string): void;
  project(key: string): Project | undefined;
  /** The one named last comes first. */
  readonly projects: readonly Project[];
  readonly contexts: readonly string[];
  /** Calls back when it has become wider; the answer ends that. */
  onChange(listener: () => void): () => void;
}

/** How many of each are remembered; who names more is not working in them. */
const most = 32;

/** Begins with nothing. */
export function openReach(folders: Pick<Folders, 'existing'>, sha256: Sha256): Reach {
  const projects = new Map<string, Project>();
  const contexts = new Map<string, string>();
  const listeners = new Set<() => void>();
  const note = <Value>(known: Map<string, Value>, key: string, value: Value): void => {
    const isNew = !known.delete(key);
    known.set(key, value);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    if (isNew) for (const listener of listeners) listener();
  };
  return {
    async addProject(path) {
      const folder = await folders.existing(path);
      if (folder === undefined) return;
      const key = projectKey(folder, sha256);
      note(projects, key, { key, folder });
    },
    addContext: (context) => note(contexts, context, context),
    project: (key) => projects.get(key),
    get projects() {
      return [...projects.values()].reverse();
    },
    get contexts() {
      return [...contexts.values()].reverse();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
