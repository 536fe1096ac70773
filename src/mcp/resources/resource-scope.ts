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
 * The scope of a client's resources: the projects that it has named, by a tool's `projectPath` or as roots, and the
 * contexts in whose name it has read or written ledgers. Nothing else is listed or read.
 */
export interface ResourceScope {
  /** Adds an existing folder; ignores any other path. */
  addProject(path: string): Promise<void>;
  addContext(context: string): void;
  project(key: string): Project | undefined;
  /** The one named last comes first. */
  readonly projects: readonly Project[];
  readonly contexts: readonly string[];
  /** Calls back when the scope has grown; returns a function that ends it. */
  onChange(listener: () => void): () => void;
}

/** How many of each are remembered. */
const maxRemembered = 32;

/** Creates an empty scope. */
export function createResourceScope(
  folders: Pick<Folders, 'existing'>,
  sha256: Sha256,
): ResourceScope {
  const projects = new Map<string, Project>();
  const contexts = new Map<string, string>();
  const listeners = new Set<() => void>();
  const remember = <Value>(entries: Map<string, Value>, key: string, value: Value): void => {
    const isNew = !entries.delete(key);
    entries.set(key, value);
    const [oldest] = entries.keys();
    if (entries.size > maxRemembered && oldest !== undefined) entries.delete(oldest);
    if (isNew) for (const listener of listeners) listener();
  };
  return {
    async addProject(path) {
      const folder = await folders.existing(path);
      if (folder === undefined) return;
      const key = projectKey(folder, sha256);
      remember(projects, key, { key, folder });
    },
    addContext: (context) => remember(contexts, context, context),
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
