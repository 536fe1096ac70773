/** What tells a file from others that come to have its name. */
export interface FileTrace {
  /** The file system and the number in it; a number may be given to another file once its own is gone. */
  readonly device: string;
  readonly inode: string;
  /** When the file was made; absent where the file system does not keep that. */
  readonly bornAt?: string;
}

/** What the file system says of a file, as far as a trace is made of it. */
export interface FileFacts {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly birthtimeNs: bigint;
}

/** The trace of a file that was just looked at. */
export function traceOf({ dev, ino, birthtimeNs }: FileFacts): FileTrace {
  const trace = { device: String(dev), inode: String(ino) };
  return birthtimeNs > 0n ? { ...trace, bornAt: String(birthtimeNs) } : trace;
}

/** Whether two traces are of one file: `maybe` when the number could have been given anew. */
export function compareTraces(first: FileTrace, second: FileTrace): 'same' | 'maybe' | 'different' {
  if (first.device !== second.device || first.inode !== second.inode) return 'different';
  if (first.bornAt === undefined || second.bornAt === undefined) return 'maybe';
  return first.bornAt === second.bornAt ? 'same' : 'different';
}
