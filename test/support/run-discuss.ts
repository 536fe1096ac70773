import { spawn } from 'node:child_process';
import { program } from './launch-discuss.ts';
import type { Scratch } from './scratch.ts';

/** What a command that ends by itself has said. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program in a scratch folder until it ends; `input` is what standard input holds. */
export function runDiscuss(
  { home, directory }: Pick<Scratch, 'home' | 'directory'>,
  words: readonly string[],
  input = '',
): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: directory,
    env: { PATH: process.env['PATH'], HOME: home },
    stdio: 'pipe',
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8');
    child[stream].on('data', (chunk: string) => {
      output[stream] += chunk;
    });
  }
  // A program that ends without reading its input closes the pipe, which is none of the test's business.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((settle, fail) => {
    child.once('error', fail);
    child.once('close', (code) => settle({ code, ...output }));
  });
}
