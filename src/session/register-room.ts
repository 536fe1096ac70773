import type { Ports } from '../core/ports.ts';
import { isRefusal } from '../core/refusal.ts';

/** A page that is about to be served. */
export interface ShownRoom {
  /** Such as `ledger:<id>`. */
  readonly room: string;
  readonly url: string;
  readonly directory: string;
  readonly ports: Ports;
}

/**
 * Registers this process as one that shows a room; the answer ends that. A view that is not the only one of its room, or
 * finds no register, is shown all the same.
 */
export async function registerRoom(shown: ShownRoom): Promise<() => Promise<void>> {
  const { room, url, directory, ports } = shown;
  const reviews = await ports.reviews();
  if (isRefusal(reviews)) return async () => undefined;
  const { running } = reviews;
  const server = {
    room,
    url,
    pid: process.pid,
    directory,
    startedAt: ports.clock.now(),
    position: 0,
  };
  if (!(await running.register(server))) {
    await forgetEnded(shown);
    await running.register(server);
  }
  return () => running.unregister(room, process.pid);
}

/** Removes registrations of servers that are gone. */
async function forgetEnded({ room, ports }: ShownRoom): Promise<void> {
  const reviews = await ports.reviews();
  if (isRefusal(reviews)) return;
  const servers = await ports.servers();
  for (const server of await reviews.running.list()) {
    if (server.room === room && !(await servers.isAlive(server))) {
      await reviews.running.unregister(room, server.pid);
    }
  }
}
