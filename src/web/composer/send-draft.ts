import { batch } from '@preact/signals';
import { returnToText } from '../document-view/block-focus.ts';
import { placeOfBlock, placeOfLines } from '../document-view/selection-place.ts';
import type { Page } from '../page.ts';
import type { PageDraft } from '../state/draft.ts';
import type { Place } from '../state/place.ts';

/** Whether a draft has enough in it to be sent, and the text that it is about is there. */
export function isSendable(draft: PageDraft): boolean {
  if (draft.isLost) return false;
  return draft.text.trim() !== '' || (draft.intent === 'suggestion' && Boolean(draft.replacement));
}

/** Sends a draft as a new thread or reply. */
export function sendDraft(page: Page, key: string): void {
  const { drafts, review, view, toasts } = page;
  const composed = drafts.drafts.peek().get(key);
  if (!composed || !isSendable(composed)) return;
  const draft = drafts.withdraw(key) ?? composed;
  const { target, intent, replacement } = draft;
  const isSuggestion = intent === 'suggestion' && replacement !== undefined;
  const content = {
    text: draft.text.trim() === '' ? 'I suggest this wording.' : draft.text,
    intent,
    ...(isSuggestion && { replacement }),
  };
  batch(() => {
    if (target.kind === 'reply') {
      review.submit({ kind: 'reply', threadId: target.threadId, ...content });
      return;
    }
    view.composing.value = null;
    const place = withSnippet(page, target.place);
    view.active.value = review.submit({ kind: 'open-thread', place, ...content });
  });
  toasts.announce(target.kind === 'reply' ? 'Reply sent.' : 'Comment sent.');
  if (target.kind === 'new-thread') returnToText(page, target.place);
}

/** A place whose snippet is the text that stands there, where only its numbers were known. */
function withSnippet({ fileViews }: Page, place: Place): Place {
  if (place.snippet !== '') return place;
  const block = fileViews.current.peek()?.sections.block(place.anchorStart);
  if (!block) return place;
  const drawn = place.lineRange
    ? placeOfLines(block, place.lineRange, place.fileId)
    : placeOfBlock(block, place.fileId);
  return { ...place, snippet: drawn.snippet };
}
