import {
  type BigIntStats,
  createReadStream,
  type ReadStream,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { traceOf } from '../../core/review/file-trace.ts';
import type { GivenPath, InputFiles, InputText } from '../../core/review/ports/input-files.ts';
import { nearestWord } from '../../core/text/nearest-word.ts';

/** Size above which a file is not opened for review. */
const maxFileBytes = 64 * 1024 * 1024;

/** Reviewed files of this machine. */
export const inputFiles: InputFiles = {
  realPath: (path) => realpath(path).catch(() => undefined),
  async locate(given) {
    const found = locate(given);
    return isRefusal(found) ? found : found.realPath;
  },
  readMarkdown: (given, name = given.path) => read(given, (bytes) => decodeMarkdown(name, bytes)),
  readPatch: (given) => read(given, (bytes) => decoder({}).decode(bytes)),
};

const decoder = (options: TextDecoderOptions) =>
  new TextDecoder('utf-8', { ...options, ignoreBOM: true });

interface LocatedFile {
  readonly stats: BigIntStats;
  readonly realPath?: string;
}

function locate({ path: given, directory }: GivenPath): LocatedFile | Refusal {
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

async function read(
  given: GivenPath,
  decode: (bytes: Buffer) => string | Refusal,
): Promise<InputText | Refusal> {
  const found = locate(given);
  if (isRefusal(found)) return found;
  const { stats, realPath: path } = found;
  const bytes = await readBytes(given, found);
  if (isRefusal(bytes)) return bytes;
  const text = decode(bytes);
  if (isRefusal(text)) return text;
  if (path === undefined) return { text };
  return { text, realPath: path, seen: { path, trace: traceOf(stats), seenAt: Date.now() } };
}

async function readBytes(
  { path, directory }: GivenPath,
  { stats, realPath }: LocatedFile,
): Promise<Buffer | Refusal> {
  if (stats.size > maxFileBytes) return tooLarge(path, Number(stats.size));
  const location = resolve(directory, path);
  try {
    if (realPath !== undefined) return readFileSync(realPath);
    return (await readPipe(createReadStream(location))) ?? tooLarge(path, maxFileBytes + 1);
  } catch (error) {
    return unreadable(path, location, error);
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

function decodeMarkdown(given: string, bytes: Buffer): string | Refusal {
  const isWide =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!isWide && bytes.includes(0)) {
    return refuse('not_text', `${given} is no text: it holds NUL bytes`, {
      next: 'give discuss a Markdown file',
    });
  }
  try {
    if (!isWide) return decoder({ fatal: true }).decode(bytes);
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
