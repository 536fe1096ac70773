import { readdirSync, realpathSync, statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { traceOf } from '../../core/review/file-trace.ts';
import type { GivenPath, InputFiles, InputText } from '../../core/review/ports/input-files.ts';
import { nearestWord } from '../../core/text/nearest-word.ts';
import { errorCode } from './file-operations.ts';
import { type ReadFile, readFileAt } from './read-file.ts';
import { readPipe } from './read-pipe.ts';

/** Reviewed files of this machine. */
export const inputFiles: InputFiles = {
  realPath: (path) => realpath(path).catch(() => undefined),
  locate: async (location) => locate(location),
  readMarkdown: (location, name = location.path) =>
    read(location, (bytes) => decodeMarkdown(name, bytes)),
  readPatch: (location) => read(location, (bytes) => decoder({}).decode(bytes)),
  async readWithin(folder, path, maxBytes) {
    try {
      const location = resolve(folder, path);
      const { bytes, realPath } = readFileAt(location, { within: folder, maxBytes });
      return { bytes: new Uint8Array(bytes), realPath };
    } catch (error) {
      return unreadable(path, resolve(folder, path), error);
    }
  },
};

const decoder = (options: TextDecoderOptions) =>
  new TextDecoder('utf-8', { ...options, ignoreBOM: true });

function locate({ path: name, directory }: GivenPath): string | undefined | Refusal {
  const path = resolve(directory, name);
  try {
    const stats = statSync(path);
    if (stats.isFile()) return realpathSync.native(path);
    if (stats.isFIFO()) return undefined;
    return stats.isDirectory() ? aFolder(name) : refuseOther(name);
  } catch (error) {
    return unreadable(name, path, error);
  }
}

async function read(
  location: GivenPath,
  decode: (bytes: Buffer) => string | Refusal,
): Promise<InputText | Refusal> {
  const realPath = locate(location);
  if (isRefusal(realPath)) return realPath;
  const file = await readBytes(location, realPath);
  if (isRefusal(file)) return file;
  const text = decode(file.bytes);
  if (isRefusal(text)) return text;
  const { stats, realPath: path } = file;
  if (stats === undefined || path === undefined) return { text };
  return { text, realPath: path, seen: { path, trace: traceOf(stats), seenAt: Date.now() } };
}

/** A file, or a pipe, which is nowhere and has no other facts. */
async function readBytes(
  { path, directory }: GivenPath,
  realPath: string | undefined,
): Promise<(Pick<ReadFile, 'bytes'> & Partial<ReadFile>) | Refusal> {
  const location = resolve(directory, path);
  try {
    if (realPath !== undefined) return readFileAt(realPath, {});
    return { bytes: await readPipe(location, { name: path }) };
  } catch (error) {
    return unreadable(path, location, error);
  }
}

function aFolder(name: string): Refusal {
  return refuse('not_a_file', `${name} is a folder`, {
    next: `name the files in it, such as discuss ${name.replace(/[/\\]$/, '')}/*.md`,
  });
}

function refuseOther(name: string): Refusal {
  return refuse('not_a_file', `${name} is a device or a socket`, {
    next: 'name a file, or give the text on standard input: COMMAND | discuss -',
  });
}

function unreadable(name: string, path: string, error: unknown): Refusal {
  const code = errorCode(error);
  if (code === undefined || !(error instanceof Error)) throw error;
  const message = error.message.replace(path, name);
  if (code === 'EFBIG') {
    return refuse('file_too_large', message, { next: 'review a part of it' });
  }
  if (code === 'ENOTSUP') {
    return refuse('not_a_file', message, { next: 'name a regular file' });
  }
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const meant = nearestWord(basename(path), filesBeside(path));
    return refuse('file_missing', `${name} does not exist`, {
      next: meant === undefined ? 'check the path' : `did you mean ${sibling(name, meant)}?`,
    });
  }
  const isForbidden = 'syscall' in error && (code === 'EACCES' || code === 'EPERM');
  const reason = isForbidden ? 'you have no permission to read it' : message;
  return refuse('file_unreadable', `${name} cannot be read: ${reason}`, {
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

function sibling(path: string, name: string): string {
  return path.slice(0, path.length - basename(path).length) + name;
}

function decodeMarkdown(path: string, bytes: Buffer): string | Refusal {
  const isWide =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!isWide && bytes.includes(0)) {
    return refuse('not_text', `${path} is no text: it holds NUL bytes`, {
      next: 'give discuss a file of text',
    });
  }
  try {
    if (!isWide) return decoder({ fatal: true }).decode(bytes);
  } catch {
    // Falls through to the one refusal for both.
  }
  const where = isWide ? 'it is UTF-16' : `line ${badLine(bytes)} is not`;
  return refuse('not_utf8', `${path} is not UTF-8: ${where}`, { next: 'save it as UTF-8' });
}

function badLine(bytes: Buffer): number {
  const lossy = Buffer.from(bytes.toString('utf8'));
  const bad = lossy.findIndex((byte, index) => byte !== bytes[index]);
  return bytes.subarray(0, bad).filter((byte) => byte === 10).length + 1;
}
