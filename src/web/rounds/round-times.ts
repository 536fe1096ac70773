import type { WireRound } from '../../core/review/wire.ts';
import type { PageThread } from '../state/review-state.ts';

/** The round in which something of the present review was said. */
export function roundAt(rounds: readonly WireRound[], timestamp: string): number | null {
  const time = Date.parse(timestamp);
  const own = rounds.filter(({ isThisReview }) => isThisReview);
  const spoken = own.findLast((round) => Date.parse(round.at) <= time) ?? own[0];
  return spoken?.round ?? null;
}

/** The round in which a thread was opened, in whichever review that was. */
export function roundOfThread(rounds: readonly WireRound[], thread: PageThread): number | null {
  const opening = thread.messages[0];
  return originRound(rounds, thread) ?? (opening ? roundAt(rounds, opening.createdAt) : null);
}

/** The round of the last message of a thread: what has changed since may answer it. */
export function roundOfLastWord(rounds: readonly WireRound[], thread: PageThread): number | null {
  const [opening, ...rest] = thread.messages;
  const last = rest.at(-1) ?? opening;
  if (!opening || !last) return null;
  // What was taken over was said again at once; only what is said later is of this review.
  const isNew = Date.parse(last.createdAt) > Date.parse(opening.createdAt);
  return (isNew ? null : originRound(rounds, thread)) ?? roundAt(rounds, last.createdAt);
}

/** The last round of the review from which a thread was taken over. */
function originRound(
  rounds: readonly WireRound[],
  { carriedFrom }: Pick<PageThread, 'carriedFrom'>,
): number | null {
  if (carriedFrom === undefined) return null;
  return (
    rounds.findLast(({ reviewId }) => carriedFrom.startsWith(`review:${reviewId}#`))?.round ?? null
  );
}

/**
 * The round with which the present one is compared unless another is chosen: the last one in which a person said
 * something, else the last of the review before, else the first of this one. Null while there is only one round.
 */
export function usualBase(
  rounds: readonly WireRound[],
  current: number,
  threads: Iterable<PageThread>,
): number | null {
  const earlier = rounds.filter(({ round }) => round < current);
  const spoken = [...threads].flatMap((thread) =>
    thread.messages
      .filter(({ author, pending }) => author.kind === 'person' && !pending)
      .map(({ createdAt }) => roundAt(rounds, createdAt) ?? 0),
  );
  const lastSpoken = Math.max(0, ...spoken.filter((round) => round < current));
  const lastOfPrevious = earlier.findLast(({ isThisReview }) => !isThisReview);
  const base = earlier.find(({ round }) => round === lastSpoken) ?? lastOfPrevious ?? earlier[0];
  return base?.round ?? null;
}
