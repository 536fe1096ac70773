import { effect } from '@preact/signals';
import { mountPage } from '../shell/mount-page.ts';
import { cycleTheme } from '../state/theme.ts';
import { LedgerApp } from './ledger-app.tsx';
import { createLedgerPage, LedgerPageContext } from './ledger-page.ts';

const page = createLedgerPage(document.baseURI);

effect(() => {
  const view = page.view.value;
  if (view === null) return;
  const waiting = view.pending.length > 0 ? `(${view.pending.length}) ` : '';
  document.title = `${waiting}${view.title} · discuss`;
});

document.addEventListener('keydown', (event) => {
  const find = document.querySelector<HTMLInputElement>('.ledger-find');
  if (event.key === 'Escape' && document.activeElement === find) {
    page.query.value = '';
    find?.blur();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) {
    return;
  }
  if (event.key === 't') cycleTheme();
  if (event.key !== '/') return;
  event.preventDefault();
  find?.focus();
});

mountPage(
  <LedgerPageContext.Provider value={page}>
    <LedgerApp />
  </LedgerPageContext.Provider>,
);
