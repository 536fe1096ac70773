import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { cutBefore, shortened } from '../../core/text/whole-characters.ts';
import { bringIntoView } from '../document-view/scroll.ts';
import { Icon } from '../icons/icon.tsx';
import { IconButton } from '../icons/icon-button.tsx';
import { anchorLabel } from '../labels/thread-title.ts';
import { type Page, usePage } from '../page.ts';
import { type PageThread, threadsInOrder } from '../state/review-state.ts';
import { activate, focusCard } from '../thread-panel/thread-commands.ts';
import { clearFound, type FoundText, findInDocument, lightFound } from './find-in-document.ts';
import { occurrences } from './search-text.ts';

/** Finds words in the shown document and in all threads. */
export function FindBar() {
  const { view } = usePage();
  return view.overlay.value === 'find' ? <OpenFindBar /> : null;
}

const mostThreads = 8;
const none: FoundText = { ranges: [], cut: false };

function OpenFindBar() {
  const page = usePage();
  const query = useSignal('');
  const current = useSignal(0);
  const field = useRef<HTMLInputElement>(null);
  const matches = useComputed(() => {
    const fileView = page.fileViews.current.value;
    fileView?.grown.value;
    return fileView && query.value.trim() !== '' ? findInDocument(fileView, query.value) : none;
  });
  const threads = useComputed(() => threadsWith(page, query.value.trim()));
  useSignalEffect(() => lightFound(matches.value.ranges, matches.value.ranges[current.value]));
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      clearFound();
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, []);
  const step = (direction: 1 | -1): void => {
    const { length } = matches.peek().ranges;
    if (length === 0) return;
    current.value = (current.peek() + direction + length) % length;
    showRange(matches.peek().ranges[current.peek()]);
  };
  const close = (): void => {
    view.overlay.value = 'none';
  };
  const { view } = page;
  return (
    <search class="find" aria-label="Find">
      <div class="find-row">
        <Icon name="find" />
        <input
          ref={field}
          type="search"
          aria-label="Find in text and threads"
          placeholder="Find in text and threads"
          value={query.value}
          onInput={(event) => {
            query.value = event.currentTarget.value;
            current.value = 0;
            showRange(matches.peek().ranges[0]);
          }}
          onKeyDown={(event) => {
            if (event.isComposing) return;
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
            if (event.key === 'Escape') close();
          }}
        />
        <span class="find-count" role="status">
          {countLabel(query.value, matches.value, current.value)}
        </span>
        <IconButton icon="up" label="Previous" onClick={() => step(-1)} />
        <IconButton icon="down" label="Next" onClick={() => step(1)} />
        <IconButton icon="close" label="Close find" onClick={close} />
      </div>
      {threads.value.length > 0 && (
        <ul class="find-threads" aria-label="Threads">
          {threads.value.slice(0, mostThreads).map((thread) => (
            <li key={thread.id}>
              <button
                type="button"
                onClick={() => {
                  close();
                  activate(page, thread.id);
                  focusCard(thread.id);
                }}
              >
                <q>{shortened(anchorLabel(thread.anchor), 40)}</q>
                <span>{excerpt(thread, query.value.trim())}</span>
              </button>
            </li>
          ))}
          {threads.value.length > mostThreads && (
            <li class="quiet">and {threads.value.length - mostThreads} more threads</li>
          )}
        </ul>
      )}
    </search>
  );
}

function countLabel(query: string, { ranges, cut }: FoundText, current: number): string {
  if (query.trim() === '') return '';
  if (ranges.length === 0) return 'not in the text';
  return `${current + 1} of ${ranges.length}${cut ? '+' : ''}`;
}

function showRange(range: Range | undefined): void {
  const element = range?.startContainer.parentElement;
  if (element) bringIntoView(element);
}

function threadsWith({ review }: Pick<Page, 'review'>, query: string): readonly PageThread[] {
  if (!review.state.value || query === '') return [];
  return threadsInOrder(review.state.value).filter((thread) =>
    thread.messages.some(({ text }) => occurrences(text, query).length > 0),
  );
}

/** The words around what was found in a thread. */
function excerpt(thread: PageThread, query: string): string {
  for (const { text } of thread.messages) {
    const [from] = occurrences(text, query)[0] ?? [];
    if (from === undefined) continue;
    const start = cutBefore(text, Math.max(0, from - 20));
    return `${start > 0 ? '…' : ''}${shortened(text.slice(start).replace(/\s+/g, ' '), 70)}`;
  }
  return '';
}
