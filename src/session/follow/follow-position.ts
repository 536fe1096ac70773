import { isRefusal } from '../../core/refusal.ts';
import type { Reviews } from '../../core/review/ports/reviews.ts';
import { followState, type StateFollower } from './follow-state.ts';

/** Follows the position of a review's last event; drafts are nobody's business until they are sent. */
export function followPosition(
  { log, tail }: Pick<Reviews, 'log' | 'tail'>,
  id: string,
  onError: (error: unknown) => void,
): StateFollower<number> {
  return followState({
    begin: async (poll) => tail.onCommit(poll),
    async read() {
      const state = await log.state(id);
      return isRefusal(state) ? undefined : state.position;
    },
    mark: String,
    onError,
  });
}
