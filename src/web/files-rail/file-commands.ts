import { batch } from '@preact/signals';
import type { Page } from '../page.ts';

/** Shows a file. */
export function showFile({ view, fileViews, changes }: Page, fileId: string): void {
  if (view.file.peek() === fileId) return;
  const leaving = fileViews.current.peek();
  if (leaving) leaving.scrollTop = window.scrollY;
  batch(() => {
    view.file.value = fileId;
    view.active.value = null;
    view.composing.value = null;
    changes.position.value = -1;
    fileViews.show(fileId);
  });
}

/** Shows the file before or after the one that is shown. */
export function stepFile(page: Page, direction: 1 | -1): void {
  const files = page.review.state.peek()?.files ?? [];
  const index = files.findIndex((file) => file.id === page.view.file.peek());
  const next = files[index + direction];
  if (next) showFile(page, next.id);
}

/** Marks the shown file as viewed, and goes on to the next that is not. */
export function viewAndGoOn(page: Page): void {
  const files = page.review.state.peek()?.files ?? [];
  const index = files.findIndex((file) => file.id === page.view.file.peek());
  const current = files[index];
  if (!current) return;
  if (!current.viewed) page.review.submit({ kind: 'view-file', fileId: current.id, viewed: true });
  const later = [...files.slice(index + 1), ...files.slice(0, index)];
  const next = later.find((file) => !file.viewed);
  if (next) showFile(page, next.id);
  page.toasts.announce(next ? `Viewed. Next: ${next.path}` : 'Viewed. That was the last file.');
}
