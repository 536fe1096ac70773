import { effect } from '@preact/signals';
import { App } from './app.tsx';
import { createPage } from './create-page.ts';
import { shownTitle } from './frame/shown-title.ts';
import { listenToKeys } from './keys/keyboard.ts';
import { startHeartbeat } from './link/heartbeat.ts';
import { type Page, PageContext } from './page.ts';
import { browserStorage } from './shell/browser-storage.ts';
import { mountPage } from './shell/mount-page.ts';
import { followMedia } from './state/view-state.ts';

const page = createPage(document.baseURI, browserStorage());
followMedia('(max-width: 819.98px)', page.view.narrow);
followMedia('(min-width: 1180px)', page.view.roomy);
listenToKeys(page);
startHeartbeat(page.api, page.link);

effect(() => {
  document.title = shownTitle(page);
});

effect(() => {
  if (page.link.state.value !== 'live') return;
  page.drafts.flush();
  page.review.pump();
  page.texts.retry();
  void page.questions.load();
  page.rounds.retry();
});

effect(() => {
  if (page.link.state.value === 'replaced' && !isWriting(page)) location.reload();
});

effect(() => {
  if (page.review.state.value?.finished) page.view.overlay.value = 'none';
});

window.addEventListener('pagehide', () => page.drafts.flush(true));
window.addEventListener('online', () => page.link.nudge());
window.addEventListener('focus', () => page.link.nudge());
document.addEventListener('visibilitychange', () => {
  if (document.hidden) page.drafts.flush(true);
  else page.link.nudge();
});

mountPage(
  <PageContext.Provider value={page}>
    <App />
  </PageContext.Provider>,
);
page.link.start();

/** Whether there is something of the person's on the page that has not become part of the review. */
function isWriting({ review, drafts }: Pick<Page, 'review' | 'drafts'>): boolean {
  return review.outgoing.value.length > 0 || drafts.written.value.length > 0;
}
