import type { PreviousThread } from '../rounds/previous-thread.ts';
import type { PageDraft } from '../state/draft.ts';
import { isBlank } from '../state/draft.ts';
import { comparePlaces, type Place } from '../state/place.ts';
import type { PageThread } from '../state/review-state.ts';

/** Something that stands in the margin beside its text. */
export type MarginItem =
  | {
      readonly kind: 'thread';
      readonly key: string;
      readonly place: Place;
      readonly thread: PageThread;
    }
  | {
      readonly kind: 'previous';
      readonly key: string;
      readonly place: Place;
      readonly previous: PreviousThread;
    }
  | {
      readonly kind: 'draft';
      readonly key: string;
      readonly place: Place;
      readonly draft: PageDraft;
    };

/** What may stand in the margin of a file. */
export interface MarginSources {
  readonly threads: readonly PageThread[];
  readonly previousThreads: readonly PreviousThread[];
  readonly drafts: ReadonlyMap<string, PageDraft>;
  /** Key of the draft whose composer is open. */
  readonly composing: string | null;
}

/**
 * Threads of this and of the last round that have a place, and remarks being written, in reading order. An untouched
 * draft shows while composed.
 */
export function marginItems(sources: MarginSources): readonly MarginItem[] {
  const { threads, previousThreads, drafts, composing } = sources;
  const fileOf = threads.filter((thread) => !thread.orphaned);
  const shown = fileOf.map((thread): MarginItem => {
    return { kind: 'thread', key: thread.id, place: thread.place, thread };
  });
  const written = [...drafts].flatMap(([key, draft]): readonly MarginItem[] => {
    if (draft.target.kind !== 'new-thread') return [];
    if (isBlank(draft) && key !== composing) return [];
    return [{ kind: 'draft', key, place: draft.target.place, draft }];
  });
  const previous = previousThreads.map((item): MarginItem => {
    return { kind: 'previous', key: item.key, place: item.thread.place, previous: item };
  });
  return [...shown, ...previous, ...written].toSorted((left, right) =>
    comparePlaces(left.place, right.place),
  );
}
