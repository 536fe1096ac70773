import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Intent, WireDraft, WireState } from '../../core/review/wire.ts';
import { anchorKey, type PageAnchor } from './page-anchor.ts';

/** What a draft will become. */
export type DraftTarget =
  | { readonly kind: 'new-thread'; readonly anchor: PageAnchor }
  | { readonly kind: 'reply'; readonly threadId: string };

/** A remark that is being written. */
export interface PageDraft {
  readonly target: DraftTarget;
  readonly text: string;
  readonly intent: Intent;
  /** The text proposed in place of the passage; for suggestions. */
  readonly replacement?: string;
  /** What the page itself put into the replacement, for the person to change. */
  readonly filled?: string;
  /** RFC 3339, when it was last changed. */
  readonly updatedAt: string;
  /** Whether the server has this text. */
  readonly saved: boolean;
  /** The text that it was written about is not in the document: it waits for that, or for another anchor. */
  readonly isLost?: boolean;
  /** The id under which it was sent as it is, and is sent again. */
  readonly requestId?: string;
  /** Why it could not be sent. */
  readonly problem?: string;
}

/** The name of a draft: one per anchor, and one per thread for its reply. */
export function draftKey(target: DraftTarget): string {
  return target.kind === 'reply' ? `reply|${target.threadId}` : anchorKey(target.anchor);
}

/** Whether nothing has been written; a replacement that was only filled in does not count. */
export function isBlank(draft: PageDraft): boolean {
  return draft.text.trim() === '' && draft.replacement === draft.filled;
}

/** Two drafts that have come to the same spot, as one that has everything that was written in both. */
export function joinDrafts(first: PageDraft, second: PageDraft): PageDraft {
  if (isBlank(first)) return second;
  if (isBlank(second)) return first;
  const { replacement = second.replacement, text, ...rest } = first;
  const isOther = second.replacement !== replacement && second.replacement !== second.filled;
  const texts = [text, second.text, isOther ? (second.replacement ?? '') : ''];
  return {
    ...rest,
    text: texts.filter((part) => part.trim() !== '').join('\n\n'),
    ...(replacement !== undefined && { replacement }),
    saved: false,
  };
}

/** What state and events tell of a draft. */
export type DraftFields = Omit<WireDraft, 'scope'>;

/** The drafts of a snapshot. One whose anchor cannot be told is left out. */
export function draftsOfSnapshot(drafts: WireState['drafts']): readonly PageDraft[] {
  const placed = Object.values(drafts.newThread).flatMap((wire) => {
    const anchor = anchorOfDraft(wire);
    return anchor ? [draftOf({ kind: 'new-thread', anchor }, wire)] : [];
  });
  const replies = Object.entries(drafts.followup).map(([threadId, wire]) =>
    draftOf({ kind: 'reply', threadId }, wire),
  );
  return [...placed, ...replies];
}

/** A draft from the form in which state and events carry it. */
export function draftOf(target: DraftTarget, wire: DraftFields): PageDraft {
  return {
    target,
    text: wire.text,
    intent: wire.intent ?? 'comment',
    ...(wire.replacement !== undefined && { replacement: wire.replacement }),
    updatedAt: wire.updatedAt,
    saved: true,
  };
}

/** The anchor of a draft for a new thread; null when it does not say. */
export function anchorOfDraft(wire: Partial<DraftFields>): PageAnchor | null {
  const { fileId, anchorStart, anchorEnd, lineRange, quote, range } = wire;
  if (!fileId || !anchorStart || !anchorEnd) return null;
  const snippet = quote?.exact ?? '';
  return omitUndefined({ fileId, anchorStart, anchorEnd, snippet, lineRange, quote, range });
}

/**
 * The drafts to go on with: those of the server, and those that were kept in this browser because they had not
 * reached it. A kept one is newer than what the server has of the same spot.
 */
export function mergeDrafts(
  saved: readonly PageDraft[],
  kept: readonly PageDraft[],
): ReadonlyMap<string, PageDraft> {
  const drafts = new Map(saved.map((draft) => [draftKey(draft.target), draft]));
  for (const draft of kept) {
    const key = draftKey(draft.target);
    const current = drafts.get(key);
    if (!current || Date.parse(current.updatedAt) <= Date.parse(draft.updatedAt))
      drafts.set(key, draft);
  }
  return drafts;
}
