import { constants, openSync, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileError, largestFile, readOwnFile, tooLarge } from './read-file.ts';

/** How much of a pipe is read, and how long it is waited for. */
export interface PipeLimits {
  /** How messages call it. */
  readonly name: string;
  /** Most bytes that are read; 64 MiB without it. */
  readonly maxBytes?: number;
  /** Longest silence, in milliseconds; ten minutes without it, since a program that thinks may be at the other end. */
  readonly silenceMs?: number;
}

/**
 * Reads a named pipe, such as a process substitution, to its end. Throws `EFBIG` when it holds too much and `ETIMEDOUT`
 * when nothing comes; nothing but the pipe waits meanwhile.
 */
export async function readPipe(path: string, limits: PipeLimits): Promise<Buffer> {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const { Socket } = process.getBuiltinModule('node:net');
  return readStream(new Socket({ fd: descriptor, readable: true, writable: false }), limits);
}

/** Reads what a person names: a regular file or a named pipe. */
export async function readFileOrPipe(path: string): Promise<Buffer> {
  return statSync(path).isFIFO() ? readPipe(path, { name: path }) : readOwnFile(path);
}

/** Reads a stream to its end, with the limits of a pipe; what is too much or too late ends it. */
export async function readStream(stream: Readable, limits: PipeLimits): Promise<Buffer> {
  const { name, maxBytes = largestFile, silenceMs = 600_000 } = limits;
  const late = () => {
    const seconds = Math.ceil(silenceMs / 1000);
    stream.destroy(fileError('ETIMEDOUT', `nothing has come from ${name} for ${seconds} seconds`));
  };
  const timer = setTimeout(late, silenceMs);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      timer.refresh();
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(name, size, maxBytes);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
  }
}
