import type { PageDraft } from './draft.ts';

/** Keeps drafts in the browser while the server does not have them. */
export interface DraftBackup {
  /** Replaces what is kept for a review. Called at every keystroke, so that a closing tab loses nothing. */
  write(reviewId: string, drafts: readonly PageDraft[]): void;
  read(reviewId: string): readonly PageDraft[];
}

/** A backup in the browser's own storage; where there is none, nothing is kept. */
export function createDraftBackup(storage: Storage | null): DraftBackup {
  return {
    write(reviewId, drafts) {
      const key = keyOf(reviewId);
      try {
        if (drafts.length === 0) storage?.removeItem(key);
        else storage?.setItem(key, JSON.stringify(drafts));
      } catch {
        // A full or forbidden storage leaves the server as the only keeper.
      }
    },
    read(reviewId) {
      try {
        const kept: unknown = JSON.parse(storage?.getItem(keyOf(reviewId)) ?? '[]');
        return Array.isArray(kept) ? kept.filter(isDraft).map(unsaved) : [];
      } catch {
        return [];
      }
    },
  };
}

function keyOf(reviewId: string): string {
  return `discuss:drafts:${reviewId}`;
}

function isDraft(value: unknown): value is PageDraft {
  const draft = value as Partial<PageDraft> | null;
  return typeof draft?.text === 'string' && typeof draft.target?.kind === 'string';
}

function unsaved(draft: PageDraft): PageDraft {
  return { ...draft, saved: false };
}
