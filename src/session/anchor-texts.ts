import type { Reviews } from '../core/review/ports/reviews.ts';
import type { ReviewState } from '../core/review/state.ts';

/** Loads the texts that a review's anchors were saved with. */
export async function textsOfAnchors(
  { store }: Pick<Reviews, 'store'>,
  state: ReviewState,
): Promise<(textHash: string) => string | undefined> {
  const hashes = new Set([...state.threads.values()].map(({ place }) => place.textHash));
  const texts = new Map<string, string | undefined>();
  for (const hash of hashes) texts.set(hash, await store.text(hash));
  return (hash) => texts.get(hash);
}
