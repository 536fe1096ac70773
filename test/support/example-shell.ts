import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { program } from './launch-discuss.ts';
import type { Scratch } from './scratch.ts';

/** What a line for a shell printed, and its exit status. */
export interface LineRan {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A line that runs. */
export interface RunningLine {
  readonly child: ChildProcess;
  /** Settles with the first line of standard output. */
  readonly firstLine: Promise<string>;
  readonly ended: Promise<LineRan>;
}

/** A shell that finds the built program by its name, as that of an agent does. */
export interface ExampleShell {
  start(line: string, input?: string): RunningLine;
  run(line: string, input?: string): Promise<LineRan>;
}

/** Makes a shell for the working directory of a scratch folder; no browser opens, and ports are free ones. */
export function exampleShell({ directory, home }: Scratch): ExampleShell {
  const bin = join(dirname(home), 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(program, join(bin, 'discuss'));
  // Those who poll do it at once.
  writeFileSync(join(bin, 'sleep'), '#!/bin/sh\nexec /bin/sleep 0.1\n');
  chmodSync(join(bin, 'sleep'), 0o755);
  const env = {
    PATH: `${bin}:${dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: home,
    DISCUSS_AUTO_OPEN: 'false',
    DISCUSS_PORT: '0',
  };
  const start: ExampleShell['start'] = (line, input = '') => {
    const child = spawn('bash', ['-c', `set -u\n${line}`], {
      cwd: directory,
      env,
      stdio: 'pipe',
      detached: true,
    });
    onTestFinished(() => killGroup(child));
    const told = { stdout: '', stderr: '' };
    let tellFirst = (_line: string) => {};
    const firstLine = new Promise<string>((settle) => {
      tellFirst = settle;
    });
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (chunk: string) => {
        told[stream] += chunk;
        const end = told.stdout.indexOf('\n');
        if (end >= 0) tellFirst(told.stdout.slice(0, end));
      });
    }
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const ended = once(child, 'close').then(([code]) => ({ code: Number(code), ...told }));
    // A program that ends without a word has none as its first line.
    void ended.then(() => tellFirst(''));
    return { child, firstLine, ended };
  };
  return { start, run: (line, input) => start(line, input).ended };
}

/** Ends what a line has started, where something of it is left. */
function killGroup({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has gone by itself.
  }
}
