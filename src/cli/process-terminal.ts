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
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  return {
    environment: process.env,
    directory: process.cwd(),
    inputIsTerminal: process.stdin.isTTY === true,
    readInput,
    outputIsTerminal: process.stdout.isTTY === true,
    outputHasReader: hasReader(1),
    print: (text) =>
      new Promise((resolve) => process.stdout.write(text, (error) => resolve(error == null))),
    tell: (line) => void process.stderr.write(`${line}\n`),
    signal: stop.signal,
  };
}

/** A pipe or socket has somebody at its other end; a file or a terminal has no program that listens. */
function hasReader(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(Buffer.concat(chunks));
}
