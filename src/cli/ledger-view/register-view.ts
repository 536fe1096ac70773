import type { Needs } from '../../core/needs/needs.ts';
import { isRefusal } from '../../core/refusal.ts';

/** A page that is about to be served. */
export interface ShownView {
  /** Id of the discussion. */
  readonly id: string;
  readonly url: string;
  readonly directory: string;
  readonly needs: Needs;
}

/**
 * Registers this process as one that shows a discussion; the answer ends that. A view that is not the only one of its
 * discussion, or finds no register, is shown all the same.
 */
export async function registerView(view: ShownView): Promise<() => Promise<void>> {
  const { id, url, directory, needs } = view;
  const reviews = await needs.reviews();
  if (isRefusal(reviews)) return async () => undefined;
  const { running } = reviews;
  const room = `ledger:${id}`;
  const server = {
    room,
    url,
    pid: process.pid,
    directory,
    startedAt: needs.clock.now(),
    position: 0,
  };
  if (!(await running.register(server))) {
    await forgetEnded(room, view);
    await running.register(server);
  }
  return () => running.unregister(room, process.pid);
}

/** Removes registrations of servers that are gone. */
async function forgetEnded(room: string, { needs }: ShownView): Promise<void> {
  const reviews = await needs.reviews();
  if (isRefusal(reviews)) return;
  const servers = await needs.servers();
  for (const server of await reviews.running.list()) {
    if (server.room === room && !(await servers.isAlive(server))) {
      await reviews.running.unregister(room, server.pid);
    }
  }
}
