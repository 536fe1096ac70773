import { usePage } from '../page.ts';
import type { PageThread } from '../state/review-state.ts';
import { roundOfThread } from './round-times.ts';

/** The round in which a thread was opened, when that was an earlier one. */
export function RoundTag({ thread }: { readonly thread: PageThread }) {
  const { rounds, review } = usePage();
  const current = review.state.value?.review.round ?? 1;
  const opened = roundOfThread(rounds.rounds.value, thread);
  if (opened === null || opened >= current) return null;
  return <span class="round-tag">round {opened}</span>;
}
