import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { closeComposer } from '../composer/close-composer.ts';
import { DraftCard } from '../composer/draft-card.tsx';
import { bringIntoView, scrollBehavior } from '../document-view/scroll.ts';
import { usePage } from '../page.ts';
import { PreviousThreadCard } from '../rounds/previous-thread-card.tsx';
import { previousThreadsOfFile } from '../rounds/previous-threads.ts';
import { threadsOfFile } from '../state/review-state.ts';
import { EmptyMargin } from '../thread-panel/empty-margin.tsx';
import { OrphanTray } from '../thread-panel/orphan-tray.tsx';
import { PickingNotice } from '../thread-panel/picking-notice.tsx';
import { ThreadCard } from '../thread-panel/thread-card.tsx';
import { activate } from '../thread-panel/thread-commands.ts';
import { type Detent, nextDetent } from './detents.ts';

/** On a narrow screen: the open thread or composer in a sheet from the bottom, and what the margin says at its top. */
export function Sheet() {
  const page = usePage();
  const { view, review, drafts } = page;
  const threads = useComputed(() =>
    review.state.value ? threadsOfFile(review.state.value, view.file.value) : [],
  );
  const key = view.composing.value;
  const draft = key === null ? undefined : drafts.drafts.value.get(key);
  const thread = threads.value.find(({ id }) => id === view.active.value);
  const previousThreads = useComputed(() => previousThreadsOfFile(page.rounds, view.file.value));
  const previous = previousThreads.value.find((item) => item.key === view.active.value);
  const isEmpty =
    review.state.value !== null &&
    threads.value.length === 0 &&
    previousThreads.value.length === 0 &&
    drafts.written.value.length === 0;
  return (
    <>
      <aside class="narrow-notices" aria-label="Comments without a place">
        <PickingNotice />
        <OrphanTray threads={threads.value} />
        {isEmpty && <EmptyMargin />}
      </aside>
      {draft && key !== null ? (
        <OpenSheet shows={key} label="New remark" onClose={() => closeComposer(page)}>
          <DraftCard draftKey={key} draft={draft} />
        </OpenSheet>
      ) : (
        <>
          {thread && (
            <OpenSheet shows={thread.id} label="Thread" onClose={() => activate(page, null)}>
              <ThreadCard thread={thread} />
            </OpenSheet>
          )}
          {previous && (
            <OpenSheet
              shows={previous.key}
              label="Previous thread"
              onClose={() => activate(page, null)}
            >
              <PreviousThreadCard previous={previous} />
            </OpenSheet>
          )}
        </>
      )}
    </>
  );
}

interface OpenSheetProps {
  /** Key of what is shown. */
  readonly shows: string;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: JSX.Element;
}

/** A sheet from the bottom that can be dragged to another height, or away. */
export function OpenSheet({ shows, label, onClose, children }: OpenSheetProps) {
  const sheet = useRef<HTMLElement>(null);
  const detent = useSignal<Detent>('half');
  const dragged = useSignal(0);
  const drag = useRef<{ readonly from: number; readonly time: number } | null>(null);
  const wasDragged = useRef(false);
  useKeyboardInset(sheet);
  useMarkInView(shows);
  const move = (event: PointerEvent): void => {
    if (!drag.current) return;
    dragged.value = event.clientY - drag.current.from;
    wasDragged.current ||= Math.abs(dragged.value) > 4;
  };
  const drop = (event: PointerEvent): void => {
    if (!drag.current) return;
    const speed =
      (event.clientY - drag.current.from) / Math.max(1, event.timeStamp - drag.current.time);
    const next = nextDetent(detent.peek(), {
      distance: dragged.peek(),
      speed,
      height: window.innerHeight,
    });
    drag.current = null;
    dragged.value = 0;
    if (next === 'closed') onClose();
    else detent.value = next;
  };
  return (
    <aside
      ref={sheet}
      class={`sheet ${detent.value} ${dragged.value === 0 ? '' : 'dragging'}`}
      aria-label={label}
      style={{ '--dragged': `${dragged.value}px` }}
    >
      <button
        type="button"
        class="sheet-handle"
        aria-label={detent.value === 'half' ? 'Make the sheet taller' : 'Make the sheet shorter'}
        onClick={() => {
          if (!wasDragged.current) detent.value = detent.peek() === 'half' ? 'full' : 'half';
        }}
        onPointerDown={(event) => {
          wasDragged.current = false;
          drag.current = { from: event.clientY, time: event.timeStamp };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={move}
        onPointerUp={drop}
        onPointerCancel={drop}
      />
      <div class="sheet-body">{children}</div>
    </aside>
  );
}

/** Keeps the sheet above the keyboard where the browser lays the keyboard over the page. */
function useKeyboardInset(sheet: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const clearKeyboard = (): void => {
      const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
      sheet.current?.style.setProperty('--keyboard', `${covered}px`);
    };
    clearKeyboard();
    viewport.addEventListener('resize', clearKeyboard);
    viewport.addEventListener('scroll', clearKeyboard);
    return () => {
      viewport.removeEventListener('resize', clearKeyboard);
      viewport.removeEventListener('scroll', clearKeyboard);
    };
  }, [sheet]);
}

/** Scrolls the text that a sheet is about into what the sheet leaves free. */
function useMarkInView(shows: string): void {
  const { fileViews } = usePage();
  useLayoutEffect(() => {
    const mark = fileViews.current.peek()?.highlighter.elementsOf(shows)[0];
    if (!mark) return;
    const { top, bottom } = mark.getBoundingClientRect();
    const free = window.innerHeight * 0.42;
    if (top < 60 || bottom > free)
      window.scrollBy({ top: top - 120, behavior: scrollBehavior(top - 120) });
    else bringIntoView(mark);
  }, [fileViews, shows]);
}
