import { batch } from '@preact/signals';
import type { Intent } from '../core/review/wire.ts';
import { bringIntoView } from './document-view/scroll.ts';
import { placeOfBlock, placeOfLines } from './document-view/selection-place.ts';
import type { Page } from './page.ts';
import type { FormerThread } from './rounds/former-thread.ts';
import { type Draft, draftKey, isBlank } from './state/draft.ts';
import type { Place } from './state/place.ts';
import { isOpen, type Thread, threadsInOrder } from './state/review-state.ts';

/** Shows a file. */
export function showFile({ view, readers, changes }: Page, fileId: string): void {
  if (view.file.peek() === fileId) return;
  const leaving = readers.current.peek();
  if (leaving) leaving.scrollTop = window.scrollY;
  batch(() => {
    view.file.value = fileId;
    view.active.value = null;
    view.composing.value = null;
    changes.at.value = -1;
    readers.show(fileId);
  });
}

/** Shows the file before or after the one that is shown. */
export function stepFile(page: Page, direction: 1 | -1): void {
  const files = page.review.state.peek()?.files ?? [];
  const index = files.findIndex((file) => file.id === page.view.file.peek());
  const next = files[index + direction];
  if (next) showFile(page, next.id);
}

/** Marks the shown file as viewed, and goes on to the next that is not. */
export function viewAndGoOn(page: Page): void {
  const files = page.review.state.peek()?.files ?? [];
  const index = files.findIndex((file) => file.id === page.view.file.peek());
  const current = files[index];
  if (!current) return;
  if (!current.viewed) page.review.submit({ kind: 'view-file', fileId: current.id, viewed: true });
  const later = [...files.slice(index + 1), ...files.slice(0, index)];
  const next = later.find((file) => !file.viewed);
  if (next) showFile(page, next.id);
  page.toasts.announce(next ? `Viewed. Next: ${next.path}` : 'Viewed. That was the last file.');
}

/** A thread of the last round by its name on the page. */
export function formerThread({ rounds }: Page, key: string): FormerThread | undefined {
  return rounds.former.peek().find((former) => former.key === key);
}

/** Opens a thread beside its text, in whichever file it stands; null closes the open one. */
export function activate(page: Page, threadId: string | null): void {
  const { view, review } = page;
  const id = threadId ?? '';
  const thread = review.state.peek()?.threads.get(id) ?? formerThread(page, id)?.thread;
  batch(() => {
    closeComposer(page);
    if (thread) showFile(page, thread.place.fileId);
    view.active.value = thread ? thread.id : null;
  });
}

/** Opens the next or previous thread that is open, across files. */
export function stepThread(page: Page, direction: 1 | -1): void {
  const { view, review } = page;
  const state = review.state.peek();
  if (!state) return;
  const threads = threadsInOrder(state).filter(
    (thread) => (isOpen(thread) && !thread.orphaned) || thread.id === view.active.peek(),
  );
  const index = threads.findIndex((thread) => thread.id === view.active.peek());
  const from = index >= 0 ? index : nearestThread(page, threads, direction);
  const next = threads[(from + direction + threads.length) % threads.length];
  if (!next) {
    page.toasts.announce('There is no open thread.');
    return;
  }
  activate(page, next.id);
  focusCard(next.id);
}

/** The position before the first thread at or below the top of the screen, so that one step reaches it. */
function nearestThread(page: Page, threads: readonly Thread[], direction: 1 | -1): number {
  const reader = page.readers.current.peek();
  if (!reader) return -1;
  const scrolled = -reader.element.getBoundingClientRect().top;
  const below = threads.findIndex(
    (thread) =>
      thread.place.fileId === reader.fileId && reader.heightOf(thread.id, thread.place) >= scrolled,
  );
  if (below < 0) return direction > 0 ? -1 : 0;
  return direction > 0 ? below - 1 : below;
}

/** Moves the keyboard focus to a thread's card once it is drawn. */
export function focusCard(threadId: string): void {
  const focus = (): boolean => {
    const card = document.getElementById(`card-${threadId}`);
    card?.focus({ preventScroll: true });
    return card !== null;
  };
  // At once where the card is there, since the next key may come before the next frame.
  if (!focus() || document.activeElement?.id !== `card-${threadId}`) requestAnimationFrame(focus);
}

/** Begins a remark on what is selected, picked or focused. */
export function comment(page: Page, intent: Intent): void {
  const place = page.cursor.peek()?.place();
  if (place) compose(page, place, intent);
  else page.toasts.show({ text: 'Select text or go to a block first (j, k)' });
}

/** Opens the composer for a place, or moves the orphan there for which a place is being picked. */
export function compose(page: Page, place: Place, intent: Intent): void {
  const { view, drafts, review } = page;
  if (review.state.peek()?.finished) return;
  const orphan = view.reattaching.peek();
  const isDraft = drafts.drafts.peek().has(orphan ?? '');
  document.getSelection()?.removeAllRanges();
  page.cursor.peek()?.clearPick();
  if (orphan && isDraft) {
    attachDraft(page, orphan, place);
    return;
  }
  if (orphan) {
    view.reattaching.value = null;
    review.submit({ kind: 're-attach', threadId: orphan, place });
    activate(page, orphan);
    return;
  }
  batch(() => {
    closeComposer(page);
    view.active.value = null;
    view.composing.value = drafts.open({ kind: 'new-thread', place }, { intent });
  });
  if (intent === 'suggestion') void fillSuggestion(page, place);
}

/** Lets the next place that is picked be the one of a draft whose text is gone. */
export function pickPlaceOf({ view }: Page, key: string): void {
  batch(() => {
    view.composing.value = null;
    view.active.value = null;
    view.reattaching.value = key;
  });
}

function attachDraft({ view, drafts }: Page, key: string, place: Place): void {
  const target = { kind: 'new-thread' as const, place };
  batch(() => {
    drafts.move([{ key, target }]);
    view.reattaching.value = null;
    view.active.value = null;
    view.composing.value = draftKey(target);
  });
}

/** Lets a suggestion begin with the text that it would replace, as it stands in the source. */
export async function fillSuggestion(page: Page, place: Place): Promise<void> {
  const { api, drafts } = page;
  const key = draftKey({ kind: 'new-thread', place });
  if (drafts.drafts.peek().get(key)?.replacement !== undefined) return;
  const { fileId, snippet, quote, ...where } = place;
  const path = `api/files/${encodeURIComponent(fileId)}/span`;
  const body = quote ? { ...where, quote } : where;
  const answer = await api.send<{ text: string }>({ method: 'POST', path, body });
  const draft = drafts.drafts.peek().get(key);
  if (draft?.intent !== 'suggestion' || draft.replacement !== undefined) return;
  drafts.fill(key, answer.ok ? answer.value.text : (quote?.exact ?? snippet));
}

/** Closes the composer of a new thread; what was written stays as a draft. */
export function closeComposer({ view, drafts }: Page): void {
  const key = view.composing.peek() ?? '';
  view.composing.value = null;
  const draft = drafts.drafts.peek().get(key);
  if (draft && isBlank(draft)) drafts.discard(key);
  drafts.flush();
}

/** Whether a draft has enough in it to be sent, and the text that it is about is there. */
export function isSendable(draft: Draft): boolean {
  if (draft.isLost) return false;
  return draft.text.trim() !== '' || (draft.intent === 'suggestion' && Boolean(draft.replacement));
}

/** Sends a draft as a new thread or reply. */
export function sendDraft(page: Page, key: string): void {
  const { drafts, review, view, toasts } = page;
  const known = drafts.drafts.peek().get(key);
  if (!known || !isSendable(known)) return;
  const draft = drafts.withdraw(key) ?? known;
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

/** Puts the focus back on the text, so that reading goes on where it stopped. */
export function returnToText({ readers, cursor }: Page, place: Place): void {
  const block = readers.current.peek()?.sections.block(place.anchorStart);
  if (block) cursor.peek()?.rest(block);
}

/** A place whose snippet is the text that stands there, where only its numbers were known. */
function withSnippet({ readers }: Page, place: Place): Place {
  if (place.snippet !== '') return place;
  const block = readers.current.peek()?.sections.block(place.anchorStart);
  if (!block) return place;
  const drawn = place.lineRange
    ? placeOfLines(block, place.lineRange, place.fileId)
    : placeOfBlock(block, place.fileId);
  return { ...place, snippet: drawn.snippet };
}

/** Resolves an open thread, with what was decided if that is known, or reopens a resolved one. */
export function toggleResolved(page: Page, threadId: string, decision?: string): void {
  const { review, view, toasts } = page;
  const thread = review.state.peek()?.threads.get(threadId);
  if (!thread) return;
  if (isOpen(thread)) {
    review.submit({ kind: 'resolve', threadId, ...(decision && { decision }) });
    toasts.announce('Resolved.');
    if (view.active.peek() === threadId) view.active.value = null;
  } else {
    review.submit({ kind: 'reopen', threadId });
    toasts.announce('Reopened.');
    view.active.value = threadId;
  }
}

/** Shows a block of the shown file and puts the focus on it. */
export function goToBlock(page: Page, number: number): void {
  const block = page.readers.current.peek()?.sections.block(number);
  if (!block) return;
  bringIntoView(block, 'start');
  page.cursor.peek()?.focus(block);
}
