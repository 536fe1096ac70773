import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** An event as the program prints it. */
export interface PrintedEvent {
  readonly kind: string;
  readonly at: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** How a review is started. */
export interface ReviewOptions {
  /** Files and options, as they stand behind `discuss`. */
  readonly words: readonly string[];
  readonly directory?: string;
  /** Home of an earlier process, to resume its review. */
  readonly home?: string;
  readonly port?: number;
}

/** A review that runs in a process of its own. */
export interface RunningReview {
  readonly url: string;
  readonly port: number;
  readonly home: string;
  readonly events: readonly PrintedEvent[];
  /** The next event of a kind that has not been waited for. */
  event(kind: string): Promise<PrintedEvent>;
  /** What an agent or script sends to the server; the answer's JSON. */
  call<T = Readonly<Record<string, unknown>>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<T>;
  /** Ends the process as the system would, and waits for it. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** The status with which the process ended. */
  readonly ended: Promise<number | null>;
  /** Ends the process and removes its home. */
  stop(): Promise<void>;
}

const program = resolve(
  process.env['DISCUSS_DIST'] ?? resolve(import.meta.dirname, '../../dist'),
  'discuss.cjs',
);

/** Starts the built program on a free port with a home of its own, and waits until it listens. */
export async function startReview(options: ReviewOptions): Promise<RunningReview> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'discuss-home-'));
  const child = spawn(
    process.execPath,
    [program, '--port', String(options.port ?? 0), '--no-open', ...options.words],
    {
      cwd: options.directory ?? process.cwd(),
      env: { PATH: process.env['PATH'], HOME: home, TZ: 'UTC', LANG: 'en_US.UTF-8' },
    },
  );
  const printed = readEvents(child);
  const started = await printed.event('session.started');
  const url = String(started.payload['url']);
  const kill = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    await printed.ended;
  };
  return {
    url,
    port: Number(new URL(url).port),
    home,
    events: printed.events,
    event: printed.event,
    ended: printed.ended,
    kill,
    async call<T>(method: string, path: string, body?: unknown): Promise<T> {
      const response = await fetch(new URL(path, `${url}/`), {
        method,
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      const answer = (await response.json()) as T;
      if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer;
    },
    async stop() {
      await kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

interface Printed {
  readonly events: readonly PrintedEvent[];
  readonly event: (kind: string) => Promise<PrintedEvent>;
  readonly ended: Promise<number | null>;
}

/** Reads the lines of stdout, each an event; waiting fails when the process ends first. */
function readEvents(child: ChildProcessWithoutNullStreams): Printed {
  const events: PrintedEvent[] = [];
  const taken = new Set<PrintedEvent>();
  const waiting = new Set<() => void>();
  let errors = '';
  let isOver = false;
  const wake = (): void => {
    for (const look of [...waiting]) look();
  };
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    events.push(JSON.parse(line) as PrintedEvent);
    wake();
  });
  const ended = new Promise<number | null>((done) => {
    child.once('close', (status) => {
      isOver = true;
      done(status);
      wake();
    });
  });
  const event = (kind: string): Promise<PrintedEvent> =>
    new Promise((found, failed) => {
      const look = (): void => {
        const next = events.find((candidate) => candidate.kind === kind && !taken.has(candidate));
        if (!next && !isOver) return;
        waiting.delete(look);
        if (!next) {
          failed(new Error(`the program ended before ${kind}: ${errors}`));
          return;
        }
        taken.add(next);
        found(next);
      };
      waiting.add(look);
      look();
    });
  return { events, event, ended };
}
