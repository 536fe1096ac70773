import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { type MessageQueue, messageQueue } from './message-queue.ts';

/** The built program. The variable names another build of it, such as an unpacked package. */
export const program =
  process.env['DISCUSS_PROGRAM'] ?? resolve(import.meta.dirname, '../../dist/discuss.cjs');

/** One line of standard output. */
export interface StdoutEvent {
  readonly kind: string;
  readonly at: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** How the program is started. */
export interface LaunchOptions {
  readonly home: string;
  /** The working directory. */
  readonly directory: string;
  /** Added to an environment that holds nothing but HOME and PATH. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What standard input holds; it is empty without it. */
  readonly input?: string | Buffer;
  /** Whether standard input stays open, to be written to later. */
  readonly keepInputOpen?: boolean;
}

/** A process of the program. */
export interface LaunchedDiscuss {
  readonly child: ChildProcess;
  /** Standard output, line by line, as events. A line that is no JSON makes `exit` fail. */
  readonly events: MessageQueue<StdoutEvent>;
  /** Standard output as it came. */
  stdout(): string;
  /** Standard error so far. */
  stderr(): string;
  /** Waits for a line of standard error that holds the text or matches. */
  nextWords(wanted: string | RegExp): Promise<string>;
  /** Settles when the process is gone and both outputs are read to their ends. */
  readonly exit: Promise<Exit>;
  /** The next event of that kind; those before it count as read. */
  nextEvent(kind: string): Promise<StdoutEvent>;
  /** Sends a signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<Exit>;
}

/** Starts the built program. */
export function launchDiscuss(words: readonly string[], options: LaunchOptions): LaunchedDiscuss {
  const { home, directory, environment, input, keepInputOpen = false } = options;
  const child = spawn(process.execPath, [program, ...words], {
    cwd: directory,
    env: { PATH: process.env['PATH'], HOME: home, ...environment },
    stdio: [input === undefined && !keepInputOpen ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const errors: string[] = [];
  const told = () => `stderr: ${errors.join('')}`;
  const events = messageQueue<StdoutEvent>(told);
  const lines = messageQueue<string>(told);
  let broken: unknown;
  readLines(child.stdout, output, (line) => {
    try {
      events.push(JSON.parse(line) as StdoutEvent);
    } catch (error) {
      broken ??= error;
    }
  });
  readLines(child.stderr, errors, (line) => lines.push(line));
  // A program that ends without reading its input closes the pipe, which is none of the test's business.
  child.stdin?.on('error', () => undefined);
  if (input !== undefined) child.stdin?.write(input);
  if (!keepInputOpen) child.stdin?.end();
  const exit = new Promise<Exit>((settle, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => {
      events.end();
      lines.end();
      if (broken === undefined) settle({ code, signal });
      else fail(new Error(`standard output holds more than JSON: ${output.join('')}`));
    });
  });
  exit.catch(() => undefined);
  return {
    child,
    events,
    stdout: () => output.join(''),
    stderr: () => errors.join(''),
    nextWords: (wanted) =>
      lines.nextWhere(
        (line) => (typeof wanted === 'string' ? line.includes(wanted) : wanted.test(line)),
        `line with ${wanted}`,
      ),
    exit,
    nextEvent: (kind) => events.nextWhere((event) => event.kind === kind, kind),
    kill(signal) {
      child.kill(signal);
      return exit;
    },
  };
}

function readLines(
  stream: NodeJS.ReadableStream | null,
  kept: string[],
  onLine: (line: string) => void,
): void {
  let rest = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    kept.push(chunk);
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  stream?.on('end', () => {
    if (rest !== '') onLine(rest);
  });
}
