import type { DraftTarget, PageDraft } from './draft.ts';
import type { PageAnchor } from './page-anchor.ts';

/** Keeps drafts in the browser while the server does not have them. */
export interface DraftBackup {
  /** Replaces what is kept for a review. Called at every keystroke, so that a closing tab loses nothing. */
  write(reviewId: string, drafts: readonly PageDraft[]): void;
  read(reviewId: string): readonly PageDraft[];
}

/** A draft as it is kept, where an anchor is called a place. */
interface KeptDraft extends Omit<PageDraft, 'target'> {
  readonly target:
    | { readonly kind: 'new-thread'; readonly place: PageAnchor }
    | Extract<DraftTarget, { kind: 'reply' }>;
}

/** A backup in the browser's own storage; where there is none, nothing is kept. */
export function createDraftBackup(storage: Storage | null): DraftBackup {
  return {
    write(reviewId, drafts) {
      const key = keyOf(reviewId);
      try {
        if (drafts.length === 0) storage?.removeItem(key);
        else storage?.setItem(key, JSON.stringify(drafts.map(keptDraft)));
      } catch {
        // A full or forbidden storage leaves the server as the only keeper.
      }
    },
    read(reviewId) {
      try {
        const kept: unknown = JSON.parse(storage?.getItem(keyOf(reviewId)) ?? '[]');
        return Array.isArray(kept) ? kept.filter(isKeptDraft).map(unsavedDraft) : [];
      } catch {
        return [];
      }
    },
  };
}

function keyOf(reviewId: string): string {
  return `discuss:drafts:${reviewId}`;
}

function isKeptDraft(value: unknown): value is KeptDraft {
  const draft = value as Partial<KeptDraft> | null;
  return typeof draft?.text === 'string' && typeof draft.target?.kind === 'string';
}

function keptDraft({ target, ...draft }: PageDraft): KeptDraft {
  const isReply = target.kind === 'reply';
  return { ...draft, target: isReply ? target : { kind: target.kind, place: target.anchor } };
}

function unsavedDraft({ target, ...draft }: KeptDraft): PageDraft {
  const isReply = target.kind === 'reply';
  const shown = isReply ? target : { kind: target.kind, anchor: target.place };
  return { ...draft, target: shown, saved: false };
}
