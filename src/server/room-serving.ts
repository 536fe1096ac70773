import type { Ports } from '../core/ports.ts';
import type { Listening } from '../http/listen.ts';
import type { PrivatePath } from '../http/private-path.ts';
import type { RoomApp } from './room-app.ts';

/** What the server of a room is given by the one that starts it. */
export interface RoomServing {
  readonly listening: Listening;
  readonly ports: Ports;
  /** Folder that relative paths are meant from, absolute. */
  readonly directory: string;
  /** Folder of the built pages, absolute. */
  readonly webFolder: string;
  /** Where everything stands; at the root without it. */
  readonly privatePath: PrivatePath | undefined;
  /** Aborted when the process is asked to stop. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** Longest wait for open requests when a server stops, in milliseconds. */
const stopPatience = 1000;

/** Answers with a room until the process is asked to stop, then ends the streams and the socket. */
export async function serveUntilStopped(
  app: RoomApp,
  { listening, signal }: RoomServing,
): Promise<void> {
  listening.answerWith(app.handler);
  if (!signal.aborted) {
    await new Promise((stop) => signal.addEventListener('abort', stop, { once: true }));
  }
  await stopServing(app, listening);
}

/** Ends the streams and the socket of a room. */
export async function stopServing(app: RoomApp, listening: Listening): Promise<void> {
  app.endStreams();
  await listening.close(stopPatience);
}
