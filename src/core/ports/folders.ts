/** Folders on disk, as far as callers from outside may name them. */
export interface Folders {
  /** The real path of an absolute path that is an existing folder; nothing for anything else. */
  existing(path: string): Promise<string | undefined>;
  /** Whether a path, meant from a folder, stays inside it, links followed. */
  isInside(folder: string, path: string): Promise<boolean>;
}
