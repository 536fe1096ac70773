import { showFile } from '../files-rail/file-commands.ts';
import type { Page } from '../page.ts';

/**
 * Follows a link to a file: one that is under review is shown, at its heading; of another the reader is told how to
 * review it too. Other events are left alone.
 */
export function followLink(page: Page, event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[data-path]') : null;
  if (!link) return;
  event.preventDefault();
  const [path = '', fragment = ''] = (link.getAttribute('href') ?? '').split('#');
  const files = page.review.state.peek()?.files ?? [];
  const own = files.find(({ id }) => id === page.view.file.peek())?.path ?? '';
  const target = resolvePath(own, decoded(path.split('?')[0] ?? ''));
  const file = files.find((candidate) => resolvePath('', candidate.path) === target);
  if (file) {
    showFile(page, file.id);
    if (fragment) showHeading(page, decoded(fragment));
    return;
  }
  const text = `${target} is not under review. To review it too: discuss ${own} ${target}`;
  page.toasts.show({ text });
}

/** The path of a file that another one names, without `.` and `..`. */
export function resolvePath(from: string, path: string): string {
  const base = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  const parts: string[] = [];
  for (const part of [...base, ...path.split('/')]) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  const isAbsolute = path.startsWith('/') || (from.startsWith('/') && path !== '');
  return (isAbsolute ? '/' : '') + parts.join('/');
}

/** Scrolls to a heading as soon as its part of the document is there. */
function showHeading({ fileViews }: Page, name: string): void {
  const view = fileViews.current.peek();
  const scroll = (): boolean => {
    const heading = view?.element.querySelector(`[id="doc-${CSS.escape(name)}"]`);
    heading?.scrollIntoView({ block: 'start' });
    return heading !== null && heading !== undefined;
  };
  if (!view || scroll()) return;
  const stop = view.grown.subscribe(() => {
    if (scroll() || view.status.peek() === 'failed') queueMicrotask(() => stop());
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
