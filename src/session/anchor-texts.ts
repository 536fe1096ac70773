import type { Reviews } from '../core/review/ports/reviews.ts';
import type { ReviewState } from '../core/review/state.ts';
import type { Thread } from '../core/review/thread.ts';

/** Loads the texts that a review's anchors were saved with. */
export async function textsOfAnchors(
  { store }: Pick<Reviews, 'store'>,
  state: ReviewState,
): Promise<(textHash: string) => string | undefined> {
  const hashes = new Set([...state.threads.values()].flatMap(hashesOf));
  const texts = new Map<string, string | undefined>();
  for (const hash of hashes) texts.set(hash, await store.text(hash));
  return (hash) => texts.get(hash);
}

/** Of where a thread stands, and of what its suggestions were written on. */
function hashesOf({ place, ...thread }: Thread): readonly string[] {
  const written = [thread, ...thread.replies, ...thread.takes];
  return [place, ...written.flatMap(({ writtenOn }) => writtenOn ?? [])].map(
    ({ textHash }) => textHash,
  );
}
