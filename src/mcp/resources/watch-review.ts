import { isRefusal } from '../../core/refusal.ts';
import type { Stop, Watching } from './watching.ts';

/** Follows a review's log from where it stands; drafts are nobody's business until they are sent. */
export async function watchReview(id: string, { ports, changed }: Watching): Promise<Stop> {
  const reviews = await ports.reviews();
  if (isRefusal(reviews)) return () => undefined;
  const state = await reviews.log.state(id);
  if (isRefusal(state)) return () => undefined;
  return reviews.tail.follow(id, state.position, (entry) => {
    if (entry.type === 'event') changed();
  });
}
