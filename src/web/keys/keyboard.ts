import { closeComposer } from '../composer/close-composer.ts';
import { comment } from '../composer/compose.ts';
import { returnToText } from '../document-view/block-focus.ts';
import { keysOfMark } from '../document-view/mark-highlighter.ts';
import { stepFile, viewAndGoOn } from '../files-rail/file-commands.ts';
import type { Page } from '../page.ts';
import { openQuestion } from '../question-card/open-question.ts';
import { previousThread } from '../rounds/previous-threads.ts';
import { showSource, stepChange, toggleChanges } from '../rounds/round-commands.ts';
import { cycleTheme } from '../state/theme.ts';
import {
  activate,
  focusCard,
  stepThread,
  toggleResolved,
} from '../thread-panel/thread-commands.ts';
import { commandOf, type KeyCommand } from './keymap.ts';

const sequenceWithin = 1_500;

/** Lets keys act on the page. */
export function listenToKeys(page: Page): void {
  let pending = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const { command, pending: next } = commandOf({
      key: event.key,
      shift: event.shiftKey,
      modified: event.ctrlKey || event.metaKey || event.altKey,
      typing: event.isComposing || isWriting(event.target),
      onControl: isControl(event.target),
      onBlock: event.target instanceof Element && event.target.matches('.stop'),
      pending,
    });
    pending = next;
    clearTimeout(timer);
    if (pending) timer = setTimeout(() => (pending = ''), sequenceWithin);
    if (command && actions[command](page) !== false) event.preventDefault();
  });
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('textarea, input, select, [contenteditable]');
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('button, a[href], summary');
}

/** What each command does; false leaves the key to the browser. */
const actions: Readonly<Record<KeyCommand, (page: Page) => unknown>> = {
  'next-block': (page) => page.cursor.peek()?.step(1),
  'previous-block': (page) => page.cursor.peek()?.step(-1),
  'next-line': (page) => page.cursor.peek()?.stepLine(1, false) ?? false,
  'previous-line': (page) => page.cursor.peek()?.stepLine(-1, false) ?? false,
  'extend-line-down': (page) => page.cursor.peek()?.stepLine(1, true) ?? false,
  'extend-line-up': (page) => page.cursor.peek()?.stepLine(-1, true) ?? false,
  'next-word': (page) => page.cursor.peek()?.stepWord(1, false) ?? false,
  'previous-word': (page) => page.cursor.peek()?.stepWord(-1, false) ?? false,
  'extend-word-forward': (page) => page.cursor.peek()?.stepWord(1, true) ?? false,
  'extend-word-backward': (page) => page.cursor.peek()?.stepWord(-1, true) ?? false,
  'next-thread': (page) => stepThread(page, 1),
  'previous-thread': (page) => stepThread(page, -1),
  comment: (page) => comment(page, 'comment'),
  ask: (page) => comment(page, 'question'),
  suggest: (page) => comment(page, 'suggestion'),
  reply: focusReply,
  resolve: (page) => toggleResolved(page, page.view.active.peek() ?? ''),
  'previous-file': (page) => stepFile(page, -1),
  'next-file': (page) => stepFile(page, 1),
  viewed: viewAndGoOn,
  open: openAtFocus,
  find: (page) => showOverlay(page, 'find'),
  finish: (page) => showOverlay(page, 'finish'),
  keys: (page) => showOverlay(page, 'keys'),
  threads: (page) => showOverlay(page, 'threads'),
  changes: toggleChanges,
  'next-change': (page) => stepChange(page, 1),
  'previous-change': (page) => stepChange(page, -1),
  source: showSource,
  rounds: (page) => {
    if (page.rounds.base.peek() !== null) showOverlay(page, 'rounds');
  },
  outline: showOutline,
  answer: goToQuestion,
  theme: cycleTheme,
  back: goBack,
};

function showOverlay({ view }: Page, name: typeof view.overlay.value): void {
  view.overlay.value = name;
}

function focusReply(page: Page): void {
  const field = document.querySelector<HTMLElement>('.card.active .reply textarea');
  field?.focus();
  if (!field) page.toasts.announce('Open a thread first: n, p.');
}

function goToQuestion(page: Page): void {
  if (page.questions.current.peek() === null) page.toasts.announce('No question waits.');
  else openQuestion(page.questions);
}

/** Opens the thread that lies on the focused block. */
function openAtFocus(page: Page): boolean {
  const block = document.activeElement;
  const marked = block?.matches('[data-threads]') ? block : block?.querySelector('[data-threads]');
  const id = marked instanceof HTMLElement ? keysOfMark(marked).at(-1) : undefined;
  if (!id || !(page.review.state.peek()?.threads.has(id) || previousThread(page.rounds, id)))
    return false;
  activate(page, id);
  focusCard(id);
  return true;
}

function showOutline(page: Page): void {
  if (!page.view.roomy.peek()) {
    page.view.overlay.value = 'rail';
    return;
  }
  const rows = [...document.querySelectorAll<HTMLElement>('nav[aria-label="Outline"] .row')];
  (rows.find((row) => row.hasAttribute('aria-current')) ?? rows[0])?.focus();
}

/** One step back: out of what lies over the page, a pick, a selection, then the open thread. */
function goBack(page: Page): boolean {
  const { view } = page;
  if (view.overlay.peek() !== 'none') view.overlay.value = 'none';
  else if (view.reattaching.peek()) view.reattaching.value = null;
  else if (document.querySelector('.picked')) page.cursor.peek()?.clearPick();
  else if (document.getSelection()?.isCollapsed === false)
    document.getSelection()?.removeAllRanges();
  else if (view.composing.peek()) closeComposer(page);
  else if (view.active.peek()) leaveThread(page, view.active.peek() ?? '');
  else return false;
  return true;
}

/** Closes a thread and returns the focus to the text that it is about. */
function leaveThread(page: Page, id: string): void {
  const thread =
    page.review.state.peek()?.threads.get(id) ?? previousThread(page.rounds, id)?.thread;
  const wasInside = document.activeElement?.closest('.card') != null;
  activate(page, null);
  if (thread && wasInside) returnToText(page, thread.anchor);
}
