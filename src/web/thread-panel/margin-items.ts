import type { Draft } from '../draft.ts';
import { isBlank } from '../draft.ts';
import { comparePlaces, type Place } from '../place.ts';
import type { Thread } from '../review-state.ts';

/** Something that stands in the margin beside its text. */
export type MarginItem =
  | {
      readonly kind: 'thread';
      readonly key: string;
      readonly place: Place;
      readonly thread: Thread;
    }
  | { readonly kind: 'draft'; readonly key: string; readonly place: Place; readonly draft: Draft };

/** Threads that have a place, and remarks being written, in reading order. An untouched draft shows while composed. */
export function marginItems(
  threads: readonly Thread[],
  drafts: ReadonlyMap<string, Draft>,
  composing: string | null,
): readonly MarginItem[] {
  const fileOf = threads.filter((thread) => !thread.orphaned);
  const shown = fileOf.map((thread): MarginItem => {
    return { kind: 'thread', key: thread.id, place: thread.place, thread };
  });
  const written = [...drafts].flatMap(([key, draft]): readonly MarginItem[] => {
    if (draft.target.kind !== 'new-thread') return [];
    if (isBlank(draft) && key !== composing) return [];
    return [{ kind: 'draft', key, place: draft.target.place, draft }];
  });
  return [...shown, ...written].toSorted((left, right) => comparePlaces(left.place, right.place));
}
