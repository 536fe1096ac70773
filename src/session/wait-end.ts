import type { Ports } from '../core/ports.ts';
import type { Reviews } from '../core/review/ports/reviews.ts';
import type { RunningServer } from '../core/review/ports/running-servers.ts';
import type { ServerConnection } from '../core/review/ports/servers.ts';

/** Who waits, and how long, in seconds. */
export interface Listener {
  readonly agent: string;
  readonly timeout?: number | undefined;
}

/** An end to waiting, and what it came from. */
export interface WaitEnd {
  /** Lets the page know that an agent listens; resolves after the timeout, a signal, or the end of the server. */
  until(): Promise<void>;
  status(): 'running' | 'stopped' | 'interrupted';
  /** Ends the waiting, if it still goes on. */
  close(): void;
}

/** The review that is waited on. */
interface WaitedReview {
  readonly id: string;
  readonly reviews: Pick<Reviews, 'running'>;
}

/** What waiting is given. */
interface WaitContext {
  readonly signal: AbortSignal;
  readonly ports: Pick<Ports, 'servers'>;
}

/** Longest time that a timer takes, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** Prepares to wait on a review's server; one that does not answer ends the waiting at once. */
export async function listenUntil(
  room: WaitedReview,
  context: WaitContext,
  { agent, timeout }: Listener,
): Promise<WaitEnd> {
  const { signal, ports } = context;
  const server = await aliveServer(room, context);
  const closing = new AbortController();
  const over = AbortSignal.any([signal, closing.signal]);
  let isGone = server === undefined;
  return {
    async until() {
      if (server === undefined || over.aborted) return;
      const connection = await (await ports.servers()).listen(server.url, agent);
      isGone = connection === undefined || (await firstOf(connection, over, timeout)) === 'ended';
      connection?.close();
    },
    status() {
      if (signal.aborted) return 'interrupted';
      return isGone ? 'stopped' : 'running';
    },
    close: () => closing.abort(),
  };
}

async function aliveServer(
  { id, reviews }: WaitedReview,
  { ports }: WaitContext,
): Promise<RunningServer | undefined> {
  const registered = (await reviews.running.list()).filter(({ room }) => room === `review:${id}`);
  const servers = await ports.servers();
  for (const server of registered) if (await servers.isAlive(server)) return server;
  return undefined;
}

function firstOf(
  connection: ServerConnection,
  signal: AbortSignal,
  timeout: number | undefined,
): Promise<'ended' | 'time' | 'signal'> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve('signal');
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => settle('time'), Math.min(timeout * 1000, longestTimer));
    const abort = (): void => settle('signal');
    const settle = (how: 'ended' | 'time' | 'signal'): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve(how);
    };
    signal.addEventListener('abort', abort);
    void connection.ended.then(() => settle('ended'));
  });
}
