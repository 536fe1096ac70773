import type { RunningServer } from './running-servers.ts';

/** Talks to servers that run, in this process or another. */
export interface Servers {
  /** Whether the server's url answers with its room; its process id may be another's by now. */
  isAlive(server: Pick<RunningServer, 'room' | 'url'>): Promise<boolean>;
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
