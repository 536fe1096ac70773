import { extname, join, normalize, sep } from 'node:path';
import { isRefusal } from '../core/refusal.ts';
import type { InputFiles } from '../core/review/ports/input-files.ts';
import { frameHeaders, pageHeaders } from './page-headers.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** A file of the page, ready to be sent. */
export interface StaticFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Largest file of the page, in bytes. */
const largestPageFile = 16 * 1024 * 1024;

/** Reads a file of the built page; nothing when there is none of that name. Names with a hash never change. */
export async function staticFile(
  files: Pick<InputFiles, 'readWithin'>,
  folder: string,
  path: string,
): Promise<StaticFile | undefined> {
  const name = normalize(path);
  const type = types[extname(name)];
  if (type === undefined || name.includes('\0')) return undefined;
  const file = await files.readWithin(folder, join(folder, name), largestPageFile);
  if (isRefusal(file)) return undefined;
  const isFrame = name.includes('frame');
  const isHashed = name.startsWith(`${sep}assets${sep}`);
  return {
    body: file.bytes,
    headers: {
      ...(isFrame ? frameHeaders : pageHeaders),
      'Content-Type': type,
      'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  };
}
