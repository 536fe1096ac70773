import type { BigIntStats } from 'node:fs';
import type { FileTrace } from '../core/needs/file-watcher.ts';

/** The trace of a file that was just looked at. */
export function traceOf({ dev, ino, birthtimeNs }: BigIntStats): FileTrace {
  const trace = { device: String(dev), inode: String(ino) };
  return birthtimeNs > 0n ? { ...trace, bornAt: String(birthtimeNs) } : trace;
}

/** Whether two traces are of one file: `maybe` when the number could have been given anew. */
export function compareTraces(one: FileTrace, other: FileTrace): 'same' | 'maybe' | 'different' {
  if (one.device !== other.device || one.inode !== other.inode) return 'different';
  if (one.bornAt === undefined || other.bornAt === undefined) return 'maybe';
  return one.bornAt === other.bornAt ? 'same' : 'different';
}
