import type { Ports } from '../core/ports.ts';
import { isRefusal } from '../core/refusal.ts';
import type { RunningServer } from '../core/review/ports/running-servers.ts';
import type { Recovered } from './recovered.ts';

/** Longest wait for a server to say that it runs, in milliseconds. */
const timeoutMs = 250;

/** The reviews that run in a folder. */
export async function recoverReviews(directory: string, ports: Ports): Promise<Recovered> {
  const reviews = await ports.reviews();
  if (isRefusal(reviews)) return { lines: [] };
  const here = (await reviews.running.list()).filter(
    (server) => server.directory === directory && server.room.startsWith('review:'),
  );
  if (here.length === 0) return { lines: [] };
  const servers = await ports.servers();
  const alive = await Promise.all(
    here.slice(0, 5).map((server) => answersSoon(server, servers.isAlive)),
  );
  return {
    lines: here
      .slice(0, 5)
      .filter((_, index) => alive[index] === true)
      .map(({ url }) => `A review runs here at ${url}. Hear it with: discuss wait --url ${url}`),
  };
}

function answersSoon(
  server: RunningServer,
  isAlive: (server: RunningServer) => Promise<boolean>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMs);
    void isAlive(server).then((answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
}
