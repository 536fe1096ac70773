import { batch } from '@preact/signals';
import type { Intent } from '../../core/review/wire.ts';
import type { Page } from '../page.ts';
import { draftKey } from '../state/draft.ts';
import type { PageAnchor } from '../state/page-anchor.ts';
import type { ViewState } from '../state/view-state.ts';
import { activate } from '../thread-panel/thread-commands.ts';
import { closeComposer } from './close-composer.ts';

/** Begins a remark on what is selected, picked or focused. */
export function comment(page: Page, intent: Intent): void {
  const anchor = page.cursor.peek()?.anchor();
  if (anchor) compose(page, anchor, intent);
  else page.toasts.show({ text: 'Select text or go to a block first (j, k)' });
}

/** Opens the composer for an anchor, or moves the orphan there for which an anchor is being picked. */
export function compose(page: Page, anchor: PageAnchor, intent: Intent): void {
  const { view, drafts, review } = page;
  if (review.state.peek()?.finished) return;
  const orphan = view.reattaching.peek();
  const isDraft = drafts.drafts.peek().has(orphan ?? '');
  document.getSelection()?.removeAllRanges();
  page.cursor.peek()?.clearPick();
  if (orphan && isDraft) {
    attachDraft(page, orphan, anchor);
    return;
  }
  if (orphan) {
    view.reattaching.value = null;
    review.submit({ kind: 're-attach', threadId: orphan, anchor });
    activate(page, orphan);
    return;
  }
  batch(() => {
    closeComposer(page);
    view.active.value = null;
    view.composing.value = drafts.open({ kind: 'new-thread', anchor }, { intent });
  });
  if (intent === 'suggestion') void fillSuggestion(page, anchor);
}

/** Lets the next anchor that is picked be the one of a draft whose text is gone. */
export function pickAnchorFor(view: ViewState, key: string): void {
  batch(() => {
    view.composing.value = null;
    view.active.value = null;
    view.reattaching.value = key;
  });
}

function attachDraft({ view, drafts }: Page, key: string, anchor: PageAnchor): void {
  const target = { kind: 'new-thread' as const, anchor };
  batch(() => {
    drafts.move([{ key, target }]);
    view.reattaching.value = null;
    view.active.value = null;
    view.composing.value = draftKey(target);
  });
}

/** Lets a suggestion begin with the text that it would replace, as it stands in the source. */
export async function fillSuggestion(page: Page, anchor: PageAnchor): Promise<void> {
  const { api, drafts } = page;
  const key = draftKey({ kind: 'new-thread', anchor });
  if (drafts.drafts.peek().get(key)?.replacement !== undefined) return;
  const { fileId, snippet, quote, ...where } = anchor;
  const path = `api/files/${encodeURIComponent(fileId)}/span`;
  const body = quote ? { ...where, quote } : where;
  const response = await api.send<{ text: string }>({ method: 'POST', path, body });
  const draft = drafts.drafts.peek().get(key);
  if (draft?.intent !== 'suggestion' || draft.replacement !== undefined) return;
  drafts.fill(key, response.ok ? response.value.text : (quote?.exact ?? snippet));
}
