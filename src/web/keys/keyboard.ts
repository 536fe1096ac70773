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
    if (command && run(page, command)) event.preventDefault();
  });
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('textarea, input, select, [contenteditable]');
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('button, a[href], summary');
}

/** Carries a command out; false leaves the key to the browser. */
function run(page: Page, command: KeyCommand): boolean {
  const cursor = page.cursor.peek();
  switch (command) {
    case 'next-block':
      cursor?.step(1);
      return true;
    case 'previous-block':
      cursor?.step(-1);
      return true;
    case 'next-line':
      return cursor?.stepLine(1, false) ?? false;
    case 'previous-line':
      return cursor?.stepLine(-1, false) ?? false;
    case 'extend-line-down':
      return cursor?.stepLine(1, true) ?? false;
    case 'extend-line-up':
      return cursor?.stepLine(-1, true) ?? false;
    case 'next-word':
      return cursor?.stepWord(1, false) ?? false;
    case 'previous-word':
      return cursor?.stepWord(-1, false) ?? false;
    case 'extend-word-forward':
      return cursor?.stepWord(1, true) ?? false;
    case 'extend-word-backward':
      return cursor?.stepWord(-1, true) ?? false;
    case 'next-thread':
      stepThread(page, 1);
      return true;
    case 'previous-thread':
      stepThread(page, -1);
      return true;
    case 'comment':
      comment(page, 'comment');
      return true;
    case 'ask':
      comment(page, 'question');
      return true;
    case 'suggest':
      comment(page, 'suggestion');
      return true;
    case 'reply':
      return focusReply(page);
    case 'resolve':
      if (page.view.active.peek()) toggleResolved(page, page.view.active.peek() ?? '');
      return true;
    case 'previous-file':
      stepFile(page, -1);
      return true;
    case 'next-file':
      stepFile(page, 1);
      return true;
    case 'viewed':
      viewAndGoOn(page);
      return true;
    case 'open':
      return openAtFocus(page);
    case 'find':
    case 'finish':
    case 'keys':
    case 'threads':
      page.view.overlay.value = command;
      return true;
    case 'changes':
      toggleChanges(page);
      return true;
    case 'next-change':
      stepChange(page, 1);
      return true;
    case 'previous-change':
      stepChange(page, -1);
      return true;
    case 'source':
      showSource(page);
      return true;
    case 'rounds':
      if (page.rounds.base.peek() !== null) page.view.overlay.value = command;
      return true;
    case 'outline':
      showOutline(page);
      return true;
    case 'answer':
      return goToQuestion(page);
    case 'theme':
      cycleTheme();
      return true;
    case 'back':
      return goBack(page);
  }
}

function focusReply(page: Page): boolean {
  const field = document.querySelector<HTMLElement>('.card.active .reply textarea');
  field?.focus();
  if (!field) page.toasts.announce('Open a thread first: n, p.');
  return true;
}

function goToQuestion(page: Page): boolean {
  if (page.questions.current.peek() === null) page.toasts.announce('No question waits.');
  else openQuestion(page.questions);
  return true;
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
