import { carryThread } from '../../actions/review/review-carry.ts';
import { isRefusal } from '../../core/refusal.ts';
import { earlierReviews } from '../../session/earlier-reviews.ts';
import type { ReviewRun } from './review-run.ts';

/** Takes the open threads of the last review of the same inputs over into a new one; tells of those it cannot. */
export async function carryOpen({ reviews, begun, ports, terminal }: ReviewRun): Promise<void> {
  const [from] = await earlierReviews(reviews, begun.state);
  if (from === undefined) {
    terminal.tell('discuss: --carry open: there is no earlier review of these inputs');
    return;
  }
  const open = [...from.threads.values()].filter(
    ({ deletedAt, resolution }) => deletedAt === null && resolution === null,
  );
  for (const { id } of open) {
    const carrying = { reviews, reviewId: begun.state.id, from, at: ports.clock.now() };
    const carried = await carryThread(carrying, id);
    if (isRefusal(carried)) terminal.tell(`discuss: --carry open: ${carried.message}`);
  }
}
