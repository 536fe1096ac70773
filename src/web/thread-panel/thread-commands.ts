import { batch } from '@preact/signals';
import { closeComposer } from '../composer/close-composer.ts';
import { showFile } from '../files-rail/file-commands.ts';
import type { Page } from '../page.ts';
import { previousThread } from '../rounds/previous-threads.ts';
import { isOpen, type PageThread, threadsInOrder } from '../state/review-state.ts';

/** Opens a thread beside its text, in whichever file it stands; null closes the open one. */
export function activate(page: Page, threadId: string | null): void {
  const { view, review } = page;
  const id = threadId ?? '';
  const thread = review.state.peek()?.threads.get(id) ?? previousThread(page.rounds, id)?.thread;
  batch(() => {
    closeComposer(page);
    if (thread) showFile(page, thread.anchor.fileId);
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
function nearestThread(page: Page, threads: readonly PageThread[], direction: 1 | -1): number {
  const fileView = page.fileViews.current.peek();
  if (!fileView) return -1;
  const scrolled = -fileView.element.getBoundingClientRect().top;
  const below = threads.findIndex(
    (thread) =>
      thread.anchor.fileId === fileView.fileId &&
      fileView.heightOf(thread.id, thread.anchor) >= scrolled,
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
