import { effect } from '@preact/signals';
import { openQuestion } from '../question-card/open-question.ts';
import { browserStorage } from '../shell/browser-storage.ts';
import { mountPage } from '../shell/mount-page.ts';
import { cycleTheme } from '../state/theme.ts';
import { BundleApp } from './bundle-app.tsx';
import { BundlePageContext, createBundlePage } from './bundle-page.ts';
import { titleOf } from './record.ts';

const page = createBundlePage(document.baseURI, browserStorage());

effect(() => {
  const view = page.view.value;
  if (view === null) return;
  const waiting = page.questions.current.value;
  const asks = waiting === null ? '' : `● ${waiting.header}? · `;
  document.title = `${asks}${titleOf(view)} · discuss`;
});

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.matches('textarea, input')) return;
  if (event.key === 't') cycleTheme();
  if (event.key === 'a' && page.questions.current.peek() !== null) {
    event.preventDefault();
    openQuestion(page.questions);
  }
});

mountPage(
  <BundlePageContext.Provider value={page}>
    <BundleApp />
  </BundlePageContext.Provider>,
);
