import {
  type BigIntStats,
  createReadStream,
  type ReadStream,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { traceOf } from '../../core/review/file-trace.ts';
import type { SeenFile } from '../../core/review/ports/file-watcher.ts';
import { nearestWord } from '../nearest-word.ts';

/** A file as it was read from the disk. */
export interface ParsedDocument {
  readonly bytes: Buffer;
  /** Where it really is; absent for a pipe, which cannot be read again. */
  readonly realPath?: string;
  /** What it was known by then. */
  readonly seen?: SeenFile;
}

/** Size above which a file is not opened for review. */
const maxFileBytes = 64 * 1024 * 1024;

/** The real path of a file that exists and is no folder; `undefined` for a pipe. */
export function locateDocument(
  given: string,
  directory: string,
): { readonly stats: BigIntStats; readonly realPath?: string } | Refusal {
  const path = resolve(directory, given);
  try {
    const stats = statSync(path, { bigint: true });
    if (stats.isDirectory()) {
      return refuse('not_a_file', `${given} is a folder`, {
        next: `name the files in it, such as discuss ${given.replace(/[/\\]$/, '')}/*.md`,
      });
    }
    return stats.isFile() ? { stats, realPath: realpathSync.native(path) } : { stats };
  } catch (error) {
    return unreadable(given, path, error);
  }
}

/** Reads a file. Refusals: `file_missing`, `file_unreadable`, `not_a_file`, `file_too_large`. */
export async function readDocument(
  given: string,
  directory: string,
): Promise<ParsedDocument | Refusal> {
  const found = locateDocument(given, directory);
  if (isRefusal(found)) return found;
  const { stats, realPath } = found;
  if (stats.size > maxFileBytes) return tooLarge(given, Number(stats.size));
  try {
    if (realPath !== undefined) {
      const seen = { path: realPath, trace: traceOf(stats), seenAt: Date.now() };
      return { bytes: readFileSync(realPath), realPath, seen };
    }
    const bytes = await readPipe(createReadStream(resolve(directory, given)));
    return bytes === undefined ? tooLarge(given, maxFileBytes + 1) : { bytes };
  } catch (error) {
    return unreadable(given, resolve(directory, given), error);
  }
}

async function readPipe(stream: ReadStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxFileBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(given: string, size: number): Refusal {
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MiB`;
  return refuse(
    'file_too_large',
    `${given} has ${megabytes(size)}; the limit is ${megabytes(maxFileBytes)}`,
    { next: 'review a part of it' },
  );
}

function unreadable(given: string, path: string, error: unknown): Refusal {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const meant = nearestWord(basename(path), filesBeside(path));
    return refuse('file_missing', `${given} does not exist`, {
      next: meant === undefined ? 'check the path' : `did you mean ${sibling(given, meant)}?`,
    });
  }
  const reason =
    code === 'EACCES' || code === 'EPERM' ? 'you have no permission to read it' : message;
  return refuse('file_unreadable', `${given} cannot be read: ${reason}`, {
    next: 'check its permissions',
  });
}

function filesBeside(path: string): readonly string[] {
  try {
    return readdirSync(dirname(path));
  } catch {
    return [];
  }
}

function sibling(given: string, name: string): string {
  return given.slice(0, given.length - basename(given).length) + name;
}

/** The text of a Markdown file, its byte order mark and line ends included. Refusals: `not_text`, `not_utf8`. */
export function decodeMarkdown(given: string, bytes: Buffer): string | Refusal {
  const isWide =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!isWide && bytes.includes(0)) {
    return refuse('not_text', `${given} is no text: it holds NUL bytes`, {
      next: 'give discuss a Markdown file',
    });
  }
  try {
    if (!isWide) return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Falls through to the one refusal for both.
  }
  const where = isWide ? 'it is UTF-16' : `line ${badLine(bytes)} is not`;
  return refuse('not_utf8', `${given} is not UTF-8: ${where}`, { next: 'save it as UTF-8' });
}

function badLine(bytes: Buffer): number {
  const lossy = Buffer.from(bytes.toString('utf8'));
  const bad = lossy.findIndex((byte, index) => byte !== bytes[index]);
  return bytes.subarray(0, bad).filter((byte) => byte === 10).length + 1;
}

/** The text of a patch; bytes that are no UTF-8 become U+FFFD, since files of any encoding may be in it. */
export function decodePatch(bytes: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
