import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { sep } from 'node:path';

/** Size above which no file is read, in bytes. */
export const largestFile = 64 * 1024 * 1024;

/** How a file is to be read. */
export interface FileReading {
  /** The folder, absolute, that the file must be in or below after all links; anywhere without it. */
  readonly within?: string;
  /** Most bytes that are read; 64 MiB without it. */
  readonly maxBytes?: number;
}

/** A file as it was read. */
export interface ReadFile {
  readonly bytes: Buffer;
  readonly stats: BigIntStats;
  /** Where it really is. */
  readonly realPath: string;
}

/**
 * Reads a regular file that a person names, or one of theirs: a link may lead anywhere. Throws errors as the file
 * system does: its own, and `EISDIR`, `ENOTSUP` for what is no regular file, `EFBIG` for what is over the limit.
 */
export function readOwnFile(path: string, maxBytes?: number): Buffer {
  return readFileAt(path, maxBytes === undefined ? {} : { maxBytes }).bytes;
}

/** As `readOwnFile`, for a path that others' data names: `EACCES` when it leads out of the folder. */
export function readFileWithin(within: string, path: string, maxBytes = largestFile): Buffer {
  return readFileAt(path, { within, maxBytes }).bytes;
}

/** The one place where files are opened to be read: nothing is waited for, and only regular files are looked into. */
export function readFileAt(
  path: string,
  { within, maxBytes = largestFile }: FileReading,
): ReadFile {
  // Opening alone can set off a device, so what is none is found out first.
  refuseOther(path, statSync(path, { bigint: true }));
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    refuseOther(path, stats);
    const realPath = realPathOf(path, stats);
    if (within !== undefined && !isBelow(realpathSync.native(within), realPath)) {
      throw fileError('EACCES', `${path} leads outside ${within}`);
    }
    if (stats.size > maxBytes) throw tooLarge(path, Number(stats.size), maxBytes);
    const bytes = readBytes(descriptor, Number(stats.size), maxBytes);
    if (bytes === undefined) throw tooLarge(path, maxBytes + 1, maxBytes);
    return { bytes, stats, realPath };
  } finally {
    closeSync(descriptor);
  }
}

/** An error with a code, as the file system makes them. */
export function fileError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** The error for what has more bytes than may be read. */
export function tooLarge(name: string, size: number, limit: number): Error {
  return fileError('EFBIG', `${name} has ${sizeText(size)}; the limit is ${sizeText(limit)}`);
}

function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1024 * 1024 ? ['KiB', 1024] : ['MiB', 1024 * 1024];
  return `${Math.ceil(bytes / Number(size))} ${unit}`;
}

function refuseOther(path: string, stats: BigIntStats): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) throw fileError('EISDIR', `${path} is a folder`);
  const kind = stats.isFIFO() ? 'a pipe' : stats.isSocket() ? 'a socket' : 'a device';
  throw fileError('ENOTSUP', `${path} is ${kind}, not a regular file`);
}

/** The real path of an open file; the system's own files, which are regular by name alone, have none. */
function realPathOf(path: string, opened: BigIntStats): string {
  const realPath = realpathSync.native(path);
  const stats = statSync(realPath, { bigint: true });
  if (stats.ino !== opened.ino || stats.dev !== opened.dev) {
    throw fileError('EAGAIN', `${path} was replaced while it was opened`);
  }
  if (/^\/(?:proc|sys)\//.test(realPath)) {
    throw fileError('ENOTSUP', `${path} is made up by the system, not a regular file`);
  }
  return realPath;
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Everything from a descriptor; nothing when it is over the limit, whatever size it has told. */
function readBytes(descriptor: number, size: number, maxBytes: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  let total = 0;
  for (let room = size + 1; total <= maxBytes; room = 65_536) {
    const chunk = Buffer.allocUnsafe(Math.min(room, maxBytes + 1 - total));
    const count = readSync(descriptor, chunk);
    if (count === 0) return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, count));
    total += count;
  }
  return undefined;
}
