import { fstatSync } from 'node:fs';
import type { Terminal } from './terminal.ts';

/**
 * The terminal of this process. A closed pipe on either output is no failure: who does not want to read need not.
 */
export function processTerminal(): Terminal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => stop.abort(name));
  }
  return {
    environment: process.env,
    directory: process.cwd(),
    get inputIsTerminal() {
      return process.stdin.isTTY === true;
    },
    readInput,
    get outputIsTerminal() {
      return process.stdout.isTTY === true;
    },
    outputHasReader: hasReader(1),
    print: (text) =>
      new Promise((resolve) => stream('stdout').write(text, (error) => resolve(error == null))),
    tell: (line) => void stream('stderr').write(`${line}\n`),
    signal: stop.signal,
  };
}

/** Streams are made when they are first used, since each costs a short command a tenth of its time. */
const stream = (name: 'stdout' | 'stderr'): NodeJS.WriteStream => {
  const made = process[name];
  if (made.listenerCount('error') === 0) made.on('error', () => undefined);
  return made;
};

/** A pipe or socket has somebody at its other end; a file or a terminal has no program that listens. */
function hasReader(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
}

async function readInput(must?: 'be-exact'): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const decoder = new TextDecoder('utf-8', { fatal: must === 'be-exact', ignoreBOM: true });
  return decoder.decode(Buffer.concat(chunks));
}
