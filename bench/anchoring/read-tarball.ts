import { gunzipSync } from 'node:zlib';

const blockSize = 512;

function field(header: Buffer, start: number, length: number): string {
  const raw = header.subarray(start, start + length);
  const end = raw.indexOf(0);
  return raw.subarray(0, end < 0 ? length : end).toString('utf8');
}

/** Yields the plain files of an npm tarball: path without the leading `package/`, and content. */
export function* readTarball(tarball: Buffer): Generator<{ path: string; content: Buffer }> {
  const archive = gunzipSync(tarball);
  for (let at = 0; at + blockSize <= archive.length; ) {
    const header = archive.subarray(at, at + blockSize);
    const name = field(header, 0, 100);
    if (name === '') return;
    const prefix = field(header, 345, 155);
    const size = Number.parseInt(field(header, 124, 12).trim() || '0', 8);
    const kind = field(header, 156, 1);
    const content = archive.subarray(at + blockSize, at + blockSize + size);
    const path = (prefix === '' ? name : `${prefix}/${name}`).replace(/^[^/]+\//, '');
    if (kind === '' || kind === '0') yield { path, content };
    at += blockSize + Math.ceil(size / blockSize) * blockSize;
  }
}
