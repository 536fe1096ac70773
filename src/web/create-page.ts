import { computed } from '@preact/signals';
import { createBlockCursor } from './document-view/block-cursor.ts';
import { createFileViews } from './document-view/file-views.ts';
import { createFinishStore } from './finish/finish-store.ts';
import { type ApiClient, createApiClient } from './link/api-client.ts';
import { canSend } from './link/live-connection.ts';
import { createLiveLink } from './link/live-link.ts';
import type { Page } from './page.ts';
import { createQuestionStore } from './question-card/question-store.ts';
import { createChangesView } from './rounds/changes-view.ts';
import { createRoundsStore } from './rounds/rounds-store.ts';
import { createDraftBackup } from './state/draft-backup.ts';
import { createDraftStore } from './state/draft-store.ts';
import { createReviewStore, type PageReviewStore } from './state/review-store.ts';
import { createTextRenderer } from './state/text-renderer.ts';
import { createViewState } from './state/view-state.ts';
import { handleStreamEvent } from './sync/handle-stream-event.ts';
import { forgetDraft, nameThread, returnDraft } from './sync/operation-outcome.ts';
import { takeSnapshot } from './sync/take-snapshot.ts';
import { createToastStore } from './toasts/toast-store.ts';

/** Wires a page whose server is at a base address. Nothing is requested before `link.start()`. */
export function createPage(base: string, storage: Storage | null): Page {
  const api = createApiClient(base);
  const now = (): string => new Date().toISOString();
  const view = createViewState();
  const toasts = createToastStore();
  const fileViews = createFileViews(api);
  // A server that has not been looked at may show another review, whose drafts these are not.
  const whileLive: ApiClient = {
    send: async (request) =>
      canSend(link.state.peek())
        ? api.send(request)
        : { ok: false, failure: { kind: 'unreachable' } },
  };
  const drafts = createDraftStore({ api: whileLive, backup: createDraftBackup(storage), now });
  const review: PageReviewStore = createReviewStore({
    api,
    now,
    newRequestId: () => crypto.randomUUID(),
    canSend: () => canSend(link.state.peek()),
    onUnreachable: () => link.doubt(),
    onDone: (operation) => forgetDraft(drafts, operation),
    onRefused: (operation, message) => returnDraft(page, operation, message),
    onNamed: (provisional, id) => nameThread(page, provisional, id),
  });
  const link = createLiveLink({
    api,
    base,
    onAsk: () => drafts.expect(),
    onSnapshot: (snapshot) => takeSnapshot(page, snapshot),
    onEvent: (event) => handleStreamEvent(page, event),
  });
  const cursor = computed(
    () => fileViews.current.value && createBlockCursor(fileViews.current.value),
  );
  const finish = createFinishStore({ api, review, link });
  const texts = createTextRenderer(api);
  const questions = createQuestionStore({
    api,
    storage,
    onUnreachable: () => link.doubt(),
    announce: toasts.announce,
  });
  const rounds = createRoundsStore(api, () => review.state.value);
  const changes = createChangesView({ rounds, fileView: fileViews.current, review: review.state });
  const page: Page = {
    api,
    link,
    review,
    drafts,
    view,
    toasts,
    fileViews,
    finish,
    texts,
    questions,
    rounds,
    changes,
    names: new Map(),
    cursor,
  };
  return page;
}
