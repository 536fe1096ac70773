import type { FileTrace } from '../file-trace.ts';

/** A file as it was seen last. */
export interface SeenFile {
  readonly path: string;
  /** Absent when it has never been seen. */
  readonly trace?: FileTrace;
  /** Milliseconds since 1970; when looking began, if it has never been seen. */
  readonly seenAt: number;
}

/** Who wants to know what becomes of files. */
export interface FileListener {
  /** The bytes of a file may have changed, at most a second ago; also when an editor put a new file in its place. */
  changed(path: string): void;
  /** A file is not there any more, for longer than an editor takes to replace it. Told once until it is back. */
  gone(file: SeenFile): void;
}

/** A watch under way. */
export interface FileWatch {
  /** Looks at another place from now on. */
  follow(from: string, to: string): void;
  stop(): Promise<void>;
}

/** Tells of changes of files on disk. */
export interface FileWatcher {
  /** Resolves when every file has been looked at once; what was seen of one before is only of use when it is gone by then. */
  watch(files: readonly SeenFile[], listener: FileListener): Promise<FileWatch>;
}
