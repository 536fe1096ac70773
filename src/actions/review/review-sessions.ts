import { isRefusal, refuse } from '../../core/refusal.ts';
import type { ReviewHeader } from '../../core/review/ports/review-store.ts';
import type { Reviews } from '../../core/review/ports/reviews.ts';
import type { RunningServer } from '../../core/review/ports/running-servers.ts';
import { type ActionContext, defineAction, type Zod } from '../kit/action.ts';
import { count, list, oneOf, text } from '../kit/described.ts';
import { reviewHeadFields } from './shared/review-fields.ts';
import { reviewIdOf } from './shared/review-room.ts';
import { sessionsText } from './shared/review-sessions-text.ts';

/** How many reviews are listed when no number is given. */
const usualLimit = 50;

const input = (z: Zod) =>
  z.object({
    unfinished: z.optional(z.boolean()),
    limit: z.optional(z.int()),
  });

const output = (z: Zod) => {
  const { mode, sourceFile, startedAt, finishedAt, round } = reviewHeadFields(z);
  const session = z.object({
    id: text(z, 'Id of the review'),
    status: oneOf(z, ['running', 'unfinished', 'finished'], 'Where it stands'),
    mode,
    sourceFile,
    startedAt,
    finishedAt: z.optional(finishedAt),
    round,
    url: z.optional(text(z, 'Address of its page, while it runs')),
    directory: z.optional(text(z, 'Folder that it runs in')),
  });
  return z.object({
    sessions: list(z, session, 'Newest first'),
    more: count(z, 'How many more there are'),
  });
};

/** The user's reviews, newest first: those that run with their url, unfinished and finished ones. */
export const reviewSessions = defineAction({
  input,
  output,
  async run({ unfinished, limit = usualLimit }, context) {
    if (limit < 0) return refuse('usage', `the limit must be 0 or more, got ${limit}`);
    const reviews = await context.ports.reviews();
    if (isRefusal(reviews)) return reviews;
    const [headers, running] = await Promise.all([
      reviews.store.list(),
      runningReviews(reviews, context),
    ]);
    const matching = headers.filter(
      ({ finishedAt }) => unfinished !== true || finishedAt === undefined,
    );
    const listed = limit === 0 ? matching : matching.slice(0, limit);
    return {
      sessions: listed.map((header) => session(header, running.get(header.id))),
      more: matching.length - listed.length,
    };
  },
  text: sessionsText,
});

/** The servers that respond, by the review that they show. */
async function runningReviews(
  { running }: Reviews,
  { ports }: ActionContext,
): Promise<ReadonlyMap<string, RunningServer>> {
  const registered = (await running.list()).filter(({ room }) => room.startsWith('review:'));
  if (registered.length === 0) return new Map();
  const servers = await ports.servers();
  const alive = await Promise.all(registered.map((server) => servers.isAlive(server)));
  return new Map(
    registered
      .filter((_, index) => alive[index] === true)
      .map((server) => [reviewIdOf(server), server]),
  );
}

function session(header: ReviewHeader, server: RunningServer | undefined) {
  const { id, mode, sourceFile, startedAt, finishedAt, round } = header;
  const facts = { id, mode, sourceFile, startedAt, round };
  if (finishedAt !== undefined) return { ...facts, status: 'finished' as const, finishedAt };
  if (server === undefined) return { ...facts, status: 'unfinished' as const };
  const { url, directory } = server;
  return { ...facts, status: 'running' as const, url, directory };
}
