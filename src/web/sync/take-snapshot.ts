import { batch } from '@preact/signals';
import type { WireState } from '../../core/review/wire.ts';
import { type FileView, notDrawn } from '../document-view/file-view.ts';
import { fetchDocument } from '../document-view/load-document.ts';
import { moveDrafts, textOfFileView } from '../document-view/move-drafts.ts';
import type { ApiClient } from '../link/api-client.ts';
import type { Page } from '../page.ts';
import { draftsOfSnapshot } from '../state/draft.ts';
import { type PageReview, requestIdsOf, stateOfSnapshot } from '../state/review-state.ts';

/** Shows a snapshot of the server's: the review, its drafts, and the newer text where there is one. */
export async function takeSnapshot(page: Page, snapshot: WireState): Promise<void> {
  const { fileViews, review, drafts, view } = page;
  const shown = fileViews.current.peek();
  const state = stateOfSnapshot(snapshot);
  const [next, showRounds] = await Promise.all([
    shown && newerDocument(page.api, shown, snapshot.sourceVersion),
    // Marks of changes come together with the text that they are in; nothing else waits for them.
    shown && page.rounds.marking.peek() ? page.rounds.prepare(state, shown.fileId) : null,
  ]);
  const before = next && shown ? textOfFileView(shown) : null;
  const wasAway = fileViews.current.peek() !== shown;
  batch(() => {
    if (next && shown && !wasAway) {
      const report = shown.update(next);
      page.changes.position.value = -1;
      fileViews.forgetOthers();
      if (report.drawn.length > 0 || report.removed > 0)
        announceChange(page, shown.fileId, report.drawn.length);
    }
  });
  // The page's own drafts are of the text before; those of the snapshot have been placed in its text already.
  if (before && shown) await moveDrafts(page, shown, before);
  batch(() => {
    review.setSnapshot(state);
    showRounds?.();
    drafts.load(snapshot.review.id, draftsOfSnapshot(snapshot.drafts), requestIdsOf(state));
    const isListed = snapshot.files.some((file) => file.id === view.file.peek());
    if (!isListed) view.file.value = snapshot.files[0]?.id ?? '';
    if (view.file.peek()) fileViews.show(view.file.peek());
  });
  if (!showRounds) void showRoundsLater(page, state);
}

async function showRoundsLater({ rounds, view }: Page, state: PageReview): Promise<void> {
  const show = await rounds.prepare(state, view.file.peek());
  show();
}

async function newerDocument(api: ApiClient, fileView: FileView, version: number) {
  const drawn = fileView.version.peek();
  return drawn !== notDrawn && drawn < version
    ? fetchDocument(api, fileView.fileId, fileView.showsAll())
    : null;
}

function announceChange({ toasts, review, rounds }: Page, fileId: string, drawn: number): void {
  const path = review.state.peek()?.files.find((file) => file.id === fileId)?.path ?? 'The file';
  const name = path.split('/').at(-1) ?? path;
  const what = drawn === 1 ? '1 block is new' : `${drawn} blocks are new`;
  const text = `${name} has changed: ${drawn > 0 ? what : 'text was removed'}`;
  if (rounds.marking.peek()) toasts.announce(text);
  else toasts.show({ text: `${text} · Show`, onFollow: () => (rounds.marking.value = true) });
}
