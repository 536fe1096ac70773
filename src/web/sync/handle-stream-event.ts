import { batch } from '@preact/signals';
import type { DraftName } from '../../core/review/wire.ts';
import { isOnScreen } from '../document-view/scroll.ts';
import { threadTitle } from '../labels/thread-title.ts';
import type { PagePayloads, StreamEvent } from '../link/stream-event.ts';
import type { Page } from '../page.ts';
import { anchorOfDraft, draftKey, draftOf } from '../state/draft.ts';
import type { PageThread } from '../state/review-state.ts';

/** Does what an event of the stream asks of the page. */
export function handleStreamEvent(page: Page, event: StreamEvent): void {
  switch (event.kind) {
    case 'source.updated':
    case 'file.added':
      void page.link.refresh();
      return;
    case 'draft.updated':
      adoptDraft(page, event.payload);
      return;
    case 'draft.cleared': {
      const key = keyOfCleared(event.payload);
      if (key) page.drafts.drop(key);
      return;
    }
    case 'questions.changed':
      page.questions.take(event.payload.questions);
      return;
    case 'file.renamed':
      announceRename(page, event.payload);
      page.review.apply(event);
      return;
    default:
      batch(() => page.review.apply(event));
  }
  if (event.kind === 'take.added')
    announceTake(page, event.payload.threadId, event.payload.author?.name);
  if (event.kind === 'thread.created' && event.payload.author?.kind === 'agent') {
    announceTake(page, event.payload.id, event.payload.author.name);
  }
}

function announceRename(page: Page, { fileId, path }: PagePayloads['file.renamed']): void {
  const previous = page.review.state.peek()?.files.find((file) => file.id === fileId)?.path;
  if (previous !== undefined && previous !== path)
    page.toasts.show({ text: `${previous} is ${path} now` });
}

function adoptDraft(page: Page, payload: PagePayloads['draft.updated']): void {
  if (payload.scope === 'followup' && payload.threadId) {
    page.drafts.adopt(draftOf({ kind: 'reply', threadId: payload.threadId }, payload));
    return;
  }
  const anchor = anchorOfDraft(payload);
  if (anchor) page.drafts.adopt(draftOf({ kind: 'new-thread', anchor }, payload));
}

function keyOfCleared(payload: DraftName): string | null {
  if (payload.threadId) return draftKey({ kind: 'reply', threadId: payload.threadId });
  const anchor = anchorOfDraft(payload);
  return anchor && draftKey({ kind: 'new-thread', anchor });
}

function announceTake(page: Page, threadId: string, author: string | undefined): void {
  const thread = page.review.state.peek()?.threads.get(threadId);
  if (!thread) return;
  const who = author ?? 'agent';
  const text = `answered in “${threadTitle(thread)}”`;
  if (isInSight(page, thread)) page.toasts.announce(`${who} ${text}`);
  else page.toasts.show({ who, text, threadId });
}

function isInSight({ fileViews, view }: Page, thread: PageThread): boolean {
  const fileView = fileViews.current.peek();
  if (document.hidden || fileView?.fileId !== thread.anchor.fileId) return false;
  const element = fileView.elementOf(thread.id, thread.anchor);
  const narrowAndClosed = view.narrow.peek() && view.active.peek() !== thread.id;
  return element !== undefined && isOnScreen(element) && !narrowAndClosed;
}
