import { fstatSync, type Stats, writeSync } from 'node:fs';
import { type Refusal, refuse } from '../core/refusal.ts';
import { showInvisible } from '../core/text/visible-escapes.ts';
import type { Terminal } from './terminal.ts';

/** How long the process may go on after a signal, in milliseconds, whatever it waits for. */
const graceMs = 1500;

/**
 * The terminal of this process. A closed pipe on either output is no failure: who does not want to read need not.
 * It is the one door to both outputs: what a person sees shows what is invisible, and steers no terminal. Another
 * program gets standard output to the letter.
 */
export function processTerminal(): Terminal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      stop.abort(name);
      setTimeout(() => process.exit(5), graceMs).unref();
    });
  }
  return {
    environment: process.env,
    directory: process.cwd(),
    get inputIsTerminal() {
      return process.stdin.isTTY === true;
    },
    readInput,
    readLine: async (signal) => (await import('./read-line.ts')).readLine(process.stdin, signal),
    readJson,
    get outputIsTerminal() {
      return outputIsTerminal();
    },
    outputHasReader: hasReader(1),
    print,
    stream: (text) => streamOut(forOutput(text)),
    notify: (line) => void stream('stderr').write(`${showInvisible(line)}\n`),
    signal: stop.signal,
  };
}

/** Writes without a stream, which would cost a short command a fifth of its time. */
async function print(text: string): Promise<boolean> {
  const bytes = Buffer.from(forOutput(text));
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      // A pipe that does not block, or one that nobody reads any more.
      return isAgain(error) && streamOut(bytes.subarray(written));
    }
  }
  return true;
}

function isAgain(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}

function streamOut(text: string | Uint8Array): Promise<boolean> {
  return new Promise((resolve) => stream('stdout').write(text, (error) => resolve(error == null)));
}

/** Streams are made when they are first used, since each costs a short command a tenth of its time. */
const stream = (name: 'stdout' | 'stderr'): NodeJS.WriteStream => {
  const made = process[name];
  if (made.listenerCount('error') === 0) made.on('error', () => undefined);
  return made;
};

function outputIsTerminal(): boolean {
  return statsOf(1)?.isCharacterDevice() === true && process.stdout.isTTY === true;
}

function forOutput(text: string): string {
  return outputIsTerminal() ? showInvisible(text) : text;
}

/** A pipe or socket has somebody at its other end; a file or a terminal has no program that listens. */
function hasReader(descriptor: number): boolean {
  const stats = statsOf(descriptor);
  return stats !== undefined && (stats.isFIFO() || stats.isSocket());
}

/** What a descriptor is, without making a stream of it; nothing when it is closed. */
function statsOf(descriptor: number): Stats | undefined {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined;
  }
}

async function readInput(must?: 'be-exact'): Promise<string | Refusal> {
  const { readStream } = await import('../open-discuss.ts');
  // A person at a terminal may think for as long as they like.
  const patience = process.stdin.isTTY === true ? { silenceMs: 2 ** 31 - 1 } : {};
  try {
    const bytes = await readStream(process.stdin, { name: 'standard input', ...patience });
    const decoder = new TextDecoder('utf-8', { fatal: must === 'be-exact', ignoreBOM: true });
    return decoder.decode(bytes);
  } catch (error) {
    return inputRefusal(error);
  }
}

function inputRefusal(error: unknown): Refusal {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  if (error.code === 'EFBIG') return refuse('input_too_large', error.message);
  if (error.code === 'ETIMEDOUT') {
    return refuse('input_late', error.message, { next: 'check the command before the pipe' });
  }
  if (error.code === 'EISDIR') return refuse('usage', 'standard input is a folder');
  throw error;
}

/** How often it is tried whether what has come is a whole object; whoever sends it in more pieces closes the pipe. */
const attempts = 20;

/** Most bytes of an object that a program sends. */
const largestJson = 16 * 1024 * 1024;

function readJson(): Promise<string> {
  if (process.stdin.isTTY === true) return Promise.resolve('');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const chunks: Buffer[] = [];
  let tried = 0;
  let size = 0;
  // Events, since an iterator over the stream costs a short command a twentieth of its time.
  return new Promise((resolve, reject) => {
    process.stdin.on('error', reject);
    process.stdin.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > largestJson) {
        process.stdin.destroy();
        reject(new TypeError(`standard input has more than ${largestJson} bytes`));
        return;
      }
      chunks.push(chunk);
      if (!/\}\s*$/.test(chunk.toString('latin1')) || ++tried > attempts) return;
      const text = tryDecode(decoder, chunks);
      if (text !== undefined) resolve(text);
    });
    process.stdin.on('end', () => {
      try {
        resolve(decoder.decode(Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
    });
  });
}

function tryDecode(decoder: TextDecoder, chunks: readonly Buffer[]): string | undefined {
  try {
    const text = decoder.decode(Buffer.concat(chunks));
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}
