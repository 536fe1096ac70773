import { batch } from '@preact/signals';
import type { WireState } from '../../core/review/wire.ts';
import { carryDrafts, textOfReader } from '../document-view/carry-drafts.ts';
import { fetchDocument } from '../document-view/load-document.ts';
import type { Reader } from '../document-view/reader.ts';
import type { ApiClient } from '../link/api-client.ts';
import type { Page } from '../page.ts';
import { draftsOfSnapshot } from '../state/draft.ts';
import { type PageReview, stateOfSnapshot } from '../state/review-state.ts';

/** Shows a snapshot of the server's: the review, its drafts, and the newer text where there is one. */
export async function takeSnapshot(page: Page, snapshot: WireState): Promise<void> {
  const { readers, review, drafts, view } = page;
  const shown = readers.current.peek();
  const told = stateOfSnapshot(snapshot);
  const [next, tellRounds] = await Promise.all([
    shown && newerDocument(page.api, shown, snapshot.sourceVersion),
    // Marks of changes come together with the text that they are in; nothing else waits for them.
    shown && page.rounds.marking.peek() ? page.rounds.prepare(told, shown.fileId) : null,
  ]);
  const before = next && shown ? textOfReader(shown) : null;
  const wasAway = readers.current.peek() !== shown;
  batch(() => {
    if (next && shown && !wasAway) {
      const report = shown.update(next);
      page.changes.at.value = -1;
      readers.forgetOthers();
      if (report.drawn.length > 0 || report.removed > 0)
        announceChange(page, shown.fileId, report.drawn.length);
    }
    review.setSnapshot(told);
    tellRounds?.();
    drafts.load(snapshot.review.id, draftsOfSnapshot(snapshot.drafts));
    const known = snapshot.files.some((file) => file.id === view.file.peek());
    if (!known) view.file.value = snapshot.files[0]?.id ?? '';
    if (view.file.peek()) readers.show(view.file.peek());
  });
  if (!tellRounds) void tellLater(page, told);
  if (before && shown) await carryDrafts(page, shown, before);
}

async function tellLater({ rounds, view }: Page, told: PageReview): Promise<void> {
  const tell = await rounds.prepare(told, view.file.peek());
  tell();
}

async function newerDocument(api: ApiClient, reader: Reader, version: number) {
  const drawn = reader.version.peek();
  return drawn > 0 && drawn < version ? fetchDocument(api, reader.fileId, reader.showsAll()) : null;
}

function announceChange({ toasts, review, rounds }: Page, fileId: string, drawn: number): void {
  const path = review.state.peek()?.files.find((file) => file.id === fileId)?.path ?? 'The file';
  const name = path.split('/').at(-1) ?? path;
  const what = drawn === 1 ? '1 block is new' : `${drawn} blocks are new`;
  const text = `${name} has changed: ${drawn > 0 ? what : 'text was removed'}`;
  if (rounds.marking.peek()) toasts.announce(text);
  else toasts.show({ text: `${text} · Show`, onFollow: () => (rounds.marking.value = true) });
}
