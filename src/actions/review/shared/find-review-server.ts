import { type Refusal, refuse } from '../../../core/refusal.ts';
import type { Reviews } from '../../../core/review/ports/reviews.ts';
import type { RunningServer } from '../../../core/review/ports/running-servers.ts';
import type { ActionScope } from '../../kit/action.ts';

/** The server that shows the review at a url, else the only review that runs in the caller's folder. */
export async function findReviewServer(
  context: ActionScope,
  reviews: Reviews,
  url: string | undefined,
): Promise<RunningServer | Refusal> {
  if (url !== undefined) return serverAt(plainUrl(url), reviews);
  const { directory } = context;
  const here = oneOfEach(
    (await registeredReviews(reviews)).filter((server) => server.directory === directory),
  );
  // A single one is taken as it is: its log can be read and written even when its server has died.
  const candidates = here.length < 2 ? here : await aliveOf(here, context);
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return only;
  return only === undefined ? noneHere(reviews) : severalHere(candidates, reviews);
}

async function serverAt(url: string, reviews: Reviews): Promise<RunningServer | Refusal> {
  const server = await reviews.running.lastAt(url);
  if (server?.room.startsWith('review:') === true) return server;
  return refuse('not_found', `no review at ${url} in this user's store`, {
    details: { running: (await registeredReviews(reviews)).map((server) => server.url) },
    next: await listOf(await registeredReviews(reviews), reviews),
  });
}

async function noneHere(reviews: Reviews): Promise<Refusal> {
  const elsewhere = oneOfEach(await registeredReviews(reviews));
  return refuse('not_found', 'no review runs in this folder', {
    details: { running: elsewhere.map(({ url }) => url) },
    next:
      elsewhere.length === 0
        ? 'start one: discuss FILE…; or see discuss sessions'
        : await listOf(elsewhere, reviews),
  });
}

async function severalHere(servers: readonly RunningServer[], reviews: Reviews): Promise<Refusal> {
  return refuse('ambiguous_review', `${servers.length} reviews run in this folder`, {
    details: { running: servers.map(({ url }) => url) },
    next: await listOf(servers, reviews),
  });
}

async function listOf(servers: readonly RunningServer[], { store }: Reviews): Promise<string> {
  const lines = await Promise.all(
    servers.map(async ({ room, url }) => {
      const header = await store.header(room.slice('review:'.length));
      return `\n    --url ${url}  ${header?.sourceFile ?? ''}`.trimEnd();
    }),
  );
  return lines.length === 0
    ? 'see discuss sessions'
    : `name one of those that run:${lines.join('')}`;
}

async function registeredReviews({ running }: Reviews): Promise<readonly RunningServer[]> {
  return (await running.list()).filter(({ room }) => room.startsWith('review:'));
}

/** Of several servers of one review, the newest: the others died, and the review went on. */
function oneOfEach(servers: readonly RunningServer[]): readonly RunningServer[] {
  const rooms = new Map<string, RunningServer>();
  for (const server of servers) if (!rooms.has(server.room)) rooms.set(server.room, server);
  return [...rooms.values()];
}

async function aliveOf(
  registered: readonly RunningServer[],
  { ports }: ActionScope,
): Promise<readonly RunningServer[]> {
  const servers = await ports.servers();
  const alive = await Promise.all(registered.map((server) => servers.isAlive(server)));
  return registered.filter((_, index) => alive[index] === true);
}

/** A url as servers are registered: without what a person may have copied along with it. */
function plainUrl(address: string): string {
  const text = /^[a-z]+:\/\//i.test(address) ? address : `http://${address}`;
  if (!URL.canParse(text)) return address;
  const { hostname, port, pathname } = new URL(text);
  const host = hostname === 'localhost' || hostname === '[::1]' ? '127.0.0.1' : hostname;
  return `http://${host}:${port === '' ? 80 : port}${pathname.replace(/\/$/, '')}`;
}
