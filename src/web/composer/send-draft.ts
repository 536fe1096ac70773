import { batch } from '@preact/signals';
import { returnToText } from '../document-view/block-focus.ts';
import type { FileViews } from '../document-view/file-views.ts';
import { anchorOfBlock, anchorOfLines } from '../document-view/selection-anchor.ts';
import type { Page } from '../page.ts';
import type { PageDraft } from '../state/draft.ts';
import type { PageAnchor } from '../state/page-anchor.ts';

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
  const requestId = composed.requestId ?? crypto.randomUUID();
  const draft = drafts.withdraw(key, requestId) ?? composed;
  const { target, intent, replacement } = draft;
  const isSuggestion = intent === 'suggestion' && replacement !== undefined;
  const content = {
    text: draft.text.trim() === '' ? 'I suggest this wording.' : draft.text,
    intent,
    ...(isSuggestion && { replacement }),
  };
  batch(() => {
    if (target.kind === 'reply') {
      review.submit({ kind: 'reply', threadId: target.threadId, ...content }, requestId);
      return;
    }
    view.composing.value = null;
    const anchor = withSnippet(page.fileViews, target.anchor);
    const operation = { kind: 'open-thread', anchor, ...content } as const;
    view.active.value = review.submit(operation, requestId);
  });
  toasts.announce(target.kind === 'reply' ? 'Reply sent.' : 'Comment sent.');
  if (target.kind === 'new-thread') returnToText(page, target.anchor);
}

/** An anchor whose snippet is the text that stands there, where only its numbers were known. */
function withSnippet(fileViews: FileViews, anchor: PageAnchor): PageAnchor {
  if (anchor.snippet !== '') return anchor;
  const block = fileViews.current.peek()?.sections.block(anchor.anchorStart);
  if (!block) return anchor;
  const drawn = anchor.lineRange
    ? anchorOfLines(block, anchor.lineRange, anchor.fileId)
    : anchorOfBlock(block, anchor.fileId);
  return { ...anchor, snippet: drawn.snippet };
}
