import type { ReviewHeader } from '../core/review/ports/review-store.ts';
import type { RunningServer } from '../core/review/ports/running-servers.ts';
import type { StartRequest } from './running-review.ts';

/**
 * The server that shows a review now; registrations of servers that are gone are removed. Whoever listens at an address
 * itself, without answering yet, says so by `server`: what was registered there is gone.
 */
export async function findRunning(
  { id }: Pick<ReviewHeader, 'id'>,
  { ports, reviews, server: own }: Pick<StartRequest, 'ports' | 'reviews' | 'server'>,
): Promise<RunningServer | undefined> {
  const { running } = reviews;
  const registered = (await running.list()).filter(({ room }) => room === `review:${id}`);
  const servers = await ports.servers();
  for (const server of registered) {
    const isOwn = own !== undefined && new URL(own.url).host === new URL(server.url).host;
    if (!isOwn && (await servers.isAlive(server))) return server;
    await running.unregister(server.room, server.pid);
  }
  return undefined;
}
