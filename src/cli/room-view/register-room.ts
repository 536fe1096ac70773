import type { Needs } from '../../core/needs.ts';
import { isRefusal } from '../../core/refusal.ts';

/** A page that is about to be served. */
export interface ShownRoom {
  /** Such as `ledger:<id>`. */
  readonly room: string;
  readonly url: string;
  readonly directory: string;
  readonly needs: Needs;
}

/**
 * Registers this process as one that shows a room; the answer ends that. A view that is not the only one of its room, or
 * finds no register, is shown all the same.
 */
export async function registerRoom(shown: ShownRoom): Promise<() => Promise<void>> {
  const { room, url, directory, needs } = shown;
  const reviews = await needs.reviews();
  if (isRefusal(reviews)) return async () => undefined;
  const { running } = reviews;
  const server = {
    room,
    url,
    pid: process.pid,
    directory,
    startedAt: needs.clock.now(),
    position: 0,
  };
  if (!(await running.register(server))) {
    await forgetEnded(shown);
    await running.register(server);
  }
  return () => running.unregister(room, process.pid);
}

/** Removes registrations of servers that are gone. */
async function forgetEnded({ room, needs }: ShownRoom): Promise<void> {
  const reviews = await needs.reviews();
  if (isRefusal(reviews)) return;
  const servers = await needs.servers();
  for (const server of await reviews.running.list()) {
    if (server.room === room && !(await servers.isAlive(server))) {
      await reviews.running.unregister(room, server.pid);
    }
  }
}
