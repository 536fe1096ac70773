import { open, realpath } from 'node:fs/promises';
import { dirname, extname, resolve, sep } from 'node:path';
import { type Refusal, refuse } from '../core/refusal.ts';

const types: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
  '.bmp': 'image/bmp',
  '.ico': 'image/x-icon',
};

/** Largest picture that is sent, in bytes. */
const largestImage = 50 * 1024 * 1024;

/** A picture, ready to be sent. */
export interface FolderImage {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/**
 * Reads a picture that a document names, from the document's folder or below it, links resolved; `not_found` for
 * everything else, so that the page cannot be used to look around.
 */
export async function folderImage(
  documentPath: string,
  source: string,
): Promise<FolderImage | Refusal> {
  const none = refuse('not_found', `no picture "${source}" in the document's folder`);
  const type = types[extname(source.split(/[?#]/)[0] ?? '').toLowerCase()];
  if (type === undefined || source.includes('\0')) return none;
  try {
    const folder = await realpath(dirname(documentPath));
    const file = await realpath(resolve(folder, decodeSource(source)));
    if (
      !file.startsWith(folder.endsWith(sep) ? folder : folder + sep) ||
      types[extname(file).toLowerCase()] === undefined
    )
      return none;
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      if (size > largestImage) return none;
      return { body: new Uint8Array(await handle.readFile()), type };
    } finally {
      await handle.close();
    }
  } catch {
    return none;
  }
}

function decodeSource(source: string): string {
  const path = source.split(/[?#]/)[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
