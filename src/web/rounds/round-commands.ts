import { batch } from '@preact/signals';
import type { FileViews } from '../document-view/file-views.ts';
import { bringIntoView, isOnScreen } from '../document-view/scroll.ts';
import type { Page } from '../page.ts';
import { activate, focusCard } from '../thread-panel/thread-commands.ts';
import type { ChangeStop } from './change-stops.ts';
import type { PreviousThread } from './previous-thread.ts';
import { counted } from './round-labels.ts';

/** Marks in the text what changed, or takes the marks away. */
export function toggleChanges(page: Page): void {
  const { rounds, changes, toasts, review } = page;
  if ((review.state.peek()?.review.round ?? 1) < 2) {
    toasts.announce('There is only one round.');
    return;
  }
  const marking = !rounds.marking.peek();
  batch(() => {
    rounds.marking.value = marking;
    changes.position.value = -1;
  });
  toasts.announce(marking ? sayChanges(page) : 'Changes are no longer shown.');
}

/** How much changed, for those who hear it. */
function sayChanges({ rounds, changes }: Pick<Page, 'rounds' | 'changes'>): string {
  const since = `since round ${rounds.base.peek()}`;
  const file = changes.file.peek();
  if (file?.kind === 'new-file') return `This file is new ${since}.`;
  if (!changes.drawn.peek()) return `Changes ${since} are shown.`;
  const { length } = changes.stops.peek();
  return length === 0 ? `Nothing changed here ${since}.` : `${counted(length, 'change')} ${since}.`;
}

/** Compares with another round, and shows what changed since. */
export function compareWith({ rounds, changes }: Page, round: number): void {
  batch(() => {
    rounds.choose(round);
    rounds.marking.value = true;
    changes.position.value = -1;
  });
}

/** Goes to the next or previous change, showing the changes if they are not shown. */
export function stepChange(page: Page, direction: 1 | -1): void {
  const { rounds, changes, toasts } = page;
  if (!rounds.marking.peek()) toggleChanges(page);
  const stops = changes.stops.peek();
  if (stops.length === 0) {
    if (!rounds.marking.peek()) return;
    if (changes.drawn.peek() === null) whenKnown(page, () => stepChange(page, direction));
    else toasts.announce(sayChanges(page));
    return;
  }
  const from =
    changes.position.peek() >= 0 ? changes.position.peek() : beforeNearest(page, stops, direction);
  goToChange(page, (from + direction + stops.length) % stops.length);
}

/** Does something once it is known what changed, if changes are still shown then and there are any. */
function whenKnown({ changes, rounds }: Pick<Page, 'changes' | 'rounds'>, then: () => void): void {
  const stop = changes.drawn.subscribe((drawn) => {
    if (!drawn) return;
    queueMicrotask(() => {
      stop();
      if (rounds.marking.peek() && changes.position.peek() < 0 && changes.stops.peek().length > 0)
        then();
    });
  });
}

/** Brings a change into view and says which it is. */
function goToChange(page: Page, position: number): void {
  const { changes, fileViews, cursor, toasts } = page;
  const stops = changes.stops.peek();
  const stop = stops[position];
  if (!stop) return;
  changes.position.value = position;
  const element = elementOfStop(page.fileViews, stop);
  if (element) bringIntoView(element, isOnScreen(element) ? 'nearest' : 'center');
  const block = fileViews.current.peek()?.sections.block(stop.blocks[0] ?? stop.start);
  if (block) cursor.peek()?.rest(block);
  toasts.announce(`Change ${position + 1} of ${stops.length}.`);
}

function elementOfStop(fileViews: FileViews, stop: ChangeStop): HTMLElement | undefined {
  const fileView = fileViews.current.peek();
  const [removed] = stop.removed;
  const first = stop.blocks[0];
  const startsGone = removed !== undefined && (first === undefined || stop.start <= first);
  return (
    (startsGone ? fileView?.changes.removedElement(removed) : undefined) ??
    fileView?.sections.block(first ?? stop.start)
  );
}

const readingLine = 60;

/** The position before the first change at or below the top of the screen, so that one step reaches it. */
function beforeNearest(page: Page, stops: readonly ChangeStop[], direction: 1 | -1): number {
  const below = stops.findIndex((stop) => {
    const element = elementOfStop(page.fileViews, stop);
    return element !== undefined && element.getBoundingClientRect().bottom > readingLine;
  });
  if (below < 0) return direction > 0 ? -1 : 0;
  return direction > 0 ? below - 1 : below;
}

/** Shows the change of the source. */
export function showSource({ view, rounds, toasts }: Page): void {
  if (rounds.base.peek() === null) toasts.announce('There is only one round.');
  else view.overlay.value = view.overlay.peek() === 'source' ? 'none' : 'source';
}

/** Takes a thread of the last round over; it goes on as one of this round. */
export async function takeOver(page: Page, previous: PreviousThread): Promise<void> {
  const { rounds, view, toasts } = page;
  const wasOpen = view.active.peek() === previous.key;
  const id = await rounds.takeOver(previous);
  if (id === null) {
    toasts.announce('It could not be taken over.');
    return;
  }
  toasts.announce('Taken over into this round.');
  if (!wasOpen || view.active.peek() !== previous.key) return;
  view.active.value = id;
  focusCard(id);
}

/** Takes every open thread of the last round over that stands beside the files of this review. */
export async function takeOverAll(page: Page): Promise<void> {
  const open = page.rounds.previous.peek().filter(({ thread }) => thread.resolution === null);
  for (const previous of open) await page.rounds.takeOver(previous);
  page.toasts.announce(`${counted(open.length, 'comment')} taken over.`);
}

/** Opens the next of some threads after the one that is open. */
export function openNextOf(page: Page, ids: readonly string[]): void {
  const next = ids[(ids.indexOf(page.view.active.peek() ?? '') + 1) % ids.length];
  if (next === undefined) return;
  activate(page, next);
  focusCard(next);
}
