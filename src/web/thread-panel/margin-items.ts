import type { PreviousThread } from '../rounds/previous-thread.ts';
import type { PageDraft } from '../state/draft.ts';
import { isBlank } from '../state/draft.ts';
import { compareAnchors, type PageAnchor } from '../state/page-anchor.ts';
import type { PageThread } from '../state/review-state.ts';

/** Something that stands in the margin beside its text. */
export type MarginItem =
  | {
      readonly kind: 'thread';
      readonly key: string;
      readonly anchor: PageAnchor;
      readonly thread: PageThread;
    }
  | {
      readonly kind: 'previous';
      readonly key: string;
      readonly anchor: PageAnchor;
      readonly previous: PreviousThread;
    }
  | {
      readonly kind: 'draft';
      readonly key: string;
      readonly anchor: PageAnchor;
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
 * Threads of this and of the last round that have an anchor, and remarks being written, in reading order. An untouched
 * draft shows while composed.
 */
export function marginItems(sources: MarginSources): readonly MarginItem[] {
  const { threads, previousThreads, drafts, composing } = sources;
  const fileOf = threads.filter((thread) => !thread.orphaned);
  const shown = fileOf.map((thread): MarginItem => {
    return { kind: 'thread', key: thread.id, anchor: thread.anchor, thread };
  });
  const written = [...drafts].flatMap(([key, draft]): readonly MarginItem[] => {
    if (draft.target.kind !== 'new-thread') return [];
    if (isBlank(draft) && key !== composing) return [];
    return [{ kind: 'draft', key, anchor: draft.target.anchor, draft }];
  });
  const previous = previousThreads.map((item): MarginItem => {
    return { kind: 'previous', key: item.key, anchor: item.thread.anchor, previous: item };
  });
  return [...shown, ...previous, ...written].toSorted((left, right) =>
    compareAnchors(left.anchor, right.anchor),
  );
}
