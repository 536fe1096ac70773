import type { RunningServer } from './running-servers.ts';

/** Talks to servers that run, in this process or another. */
export interface Servers {
  /** Whether the server's url answers with its room; its process id may be another's by now. */
  isAlive(server: Pick<RunningServer, 'room' | 'url'>): Promise<boolean>;
  /** Whether a server's page shows a question that waits, by its reference; not when it cannot be reached. */
  showsQuestion(server: Pick<RunningServer, 'url'>, reference: string): Promise<boolean>;
  /**
   * Tells a server that an agent hears its events, for as long as the connection stands; nothing when the server
   * cannot be reached.
   */
  listen(url: string, agent: string): Promise<ServerConnection | undefined>;
}

/** A connection that stands. */
export interface ServerConnection {
  /** Resolves when the server has ended it, or is gone. */
  readonly ended: Promise<void>;
  close(): void;
}
