/** What tells a file from others that come to have its name. */
export interface FileTrace {
  /** The file system and the number in it; a number may be given to another file once its own is gone. */
  readonly device: string;
  readonly inode: string;
  /** When the file was made; absent where the file system does not keep that. */
  readonly bornAt?: string;
}

/** A file that is not where it was. */
export interface GoneFile {
  readonly path: string;
  /** As it was seen last; absent when it has never been seen. */
  readonly trace?: FileTrace;
  /** Milliseconds since 1970 at which it was last seen, or when looking began. */
  readonly seenAt: number;
}

/** Who wants to know what becomes of files. */
export interface FileListener {
  /** The bytes of a file may have changed, at most a second ago; also when an editor put a new file in its place. */
  changed(path: string): void;
  /** A file is not there any more, for longer than an editor takes to replace it. Told once until it is back. */
  gone(file: GoneFile): void;
}

/** A watch under way. */
export interface FileWatch {
  /** Looks at another place from now on. */
  follow(from: string, to: string): void;
  stop(): Promise<void>;
}

/** Tells of changes of files on disk. */
export interface FileWatcher {
  /** Resolves when every file has been looked at once. */
  watch(paths: readonly string[], listener: FileListener): Promise<FileWatch>;
}
