import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
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

/** Reads a file of the built page; nothing when there is none of that name. Names with a hash never change. */
export async function staticFile(folder: string, path: string): Promise<StaticFile | undefined> {
  const name = normalize(path);
  const file = join(folder, name);
  const type = types[extname(name)];
  if (type === undefined || !file.startsWith(folder + sep)) return undefined;
  try {
    const body = new Uint8Array(await readFile(file));
    const isFrame = name.includes('frame');
    const isHashed = name.startsWith(`${sep}assets${sep}`);
    return {
      body,
      headers: {
        ...(isFrame ? frameHeaders : pageHeaders),
        'Content-Type': type,
        'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'EISDIR')
  );
}
