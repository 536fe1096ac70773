/** Tells of changes of files on disk. */
export interface FileWatcher {
  /**
   * Calls `onChange` with the path of each file whose bytes may have changed, at most a second after they did, also
   * when an editor puts a new file in its place. The answer ends the watch.
   */
  watch(paths: readonly string[], onChange: (path: string) => void): Promise<() => Promise<void>>;
}
