import { dirname, extname } from 'node:path';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import type { InputFiles } from '../core/review/ports/input-files.ts';

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
  files: Pick<InputFiles, 'readWithin'>,
  documentPath: string,
  source: string,
): Promise<FolderImage | Refusal> {
  const none = refuse('not_found', `no picture "${source}" in the document's folder`);
  const type = types[extname(source.split(/[?#]/)[0] ?? '').toLowerCase()];
  const path = decodeSource(source);
  if (type === undefined || path.includes('\0')) return none;
  const file = await files.readWithin(dirname(documentPath), path, largestImage);
  if (isRefusal(file)) return file.code === 'file_too_large' ? file : none;
  const isPicture = types[extname(file.realPath).toLowerCase()] !== undefined;
  return isPicture ? { body: file.bytes, type } : none;
}

function decodeSource(source: string): string {
  const path = source.split(/[?#]/)[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
