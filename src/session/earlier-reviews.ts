import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { refusalOf } from '../core/refusal-error.ts';
import type { ReviewLog } from '../core/review/ports/review-log.ts';
import type { Reviews } from '../core/review/ports/reviews.ts';
import type { ReviewState } from '../core/review/state.ts';

/** The reviews of the same inputs that came before, newest first. */
export async function earlierReviews(
  { store, log }: Reviews,
  state: ReviewState,
): Promise<readonly ReviewState[]> {
  const inputsKey = (await store.header(state.id))?.inputsKey;
  if (inputsKey === undefined) return [];
  const headers = await store.list({ inputsKey });
  const own = headers.findIndex(({ id }) => id === state.id);
  const earlier: ReviewState[] = [];
  for (const { id } of headers.slice(own + 1)) {
    const review = await earlierState(log, id);
    if (review !== undefined) earlier.push(review);
  }
  return earlier;
}

/** The state of an earlier review; nothing when its log cannot be read, which is no reason against the present one. */
export async function earlierState(log: ReviewLog, id: string): Promise<ReviewState | undefined> {
  try {
    const state = await log.state(id);
    return isRefusal(state) ? undefined : state;
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
    return undefined;
  }
}

/** The review that had a round: the present one or an earlier one of the same inputs. */
export async function reviewOfRound(
  reviews: Reviews,
  state: ReviewState,
  round: number,
): Promise<ReviewState | Refusal> {
  const all = [state, ...(await earlierReviews(reviews, state))];
  const match = all.find(({ started }) => started.round <= round);
  if (match !== undefined && round >= 1 && round <= match.round) return match;
  return refuse('not_found', `no round ${round} of this review; it is in round ${state.round}`);
}
