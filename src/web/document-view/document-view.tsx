import { effect, useComputed } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { viewAndGoOn } from '../files-rail/file-commands.ts';
import { Icon } from '../icons/icon.tsx';
import { type Page, usePage } from '../page.ts';
import { ChangesBar } from '../rounds/changes-bar.tsx';
import { previousThread, previousThreadsOfFile } from '../rounds/previous-threads.ts';
import { isOpen, threadsOfFile } from '../state/review-state.ts';
import { activate } from '../thread-panel/thread-commands.ts';
import { AddButton } from './add-button.tsx';
import type { Marked } from './block-marks.ts';
import { blockAround } from './block-text.ts';
import { drawDiagrams } from './diagrams.ts';
import type { FileView } from './file-view.ts';
import { followLink } from './follow-link.ts';
import { toggleHiddenWords } from './hidden-marks.ts';
import { keysOfMark } from './mark-highlighter.ts';
import { moveDrafts } from './move-drafts.ts';
import { SelectionBar } from './selection-bar.tsx';
import { Skeleton } from './skeleton.tsx';

/** The document that is read, with its marks and the ways to start a remark. */
export function DocumentView() {
  const page = usePage();
  const host = useRef<HTMLDivElement>(null);
  const fileView = page.fileViews.current.value;
  const status = fileView?.status.value ?? 'loading';
  useLayoutEffect(() => {
    if (!fileView || !host.current) return;
    host.current.replaceChildren(fileView.element);
    window.scrollTo({ top: fileView.scrollTop, behavior: 'instant' });
    return keepMarksDrawn(page, fileView);
  }, [page, fileView]);
  useEffect(() => {
    const follow = (event: MouseEvent): void => followLink(page, event);
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [page]);
  useEffect(() => (fileView ? drawDiagrams(fileView) : undefined), [fileView]);
  return (
    <main class="document" aria-label="Document" aria-busy={status === 'loading'}>
      {status === 'loading' && <Skeleton />}
      {status === 'failed' && <LoadFailed fileView={fileView} />}
      {fileView && <TooLarge fileView={fileView} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the marks inside are what is clicked */}
      <div
        ref={host}
        onClick={(event) => clickText(page, event)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          if (toggleHiddenWords(event.target)) event.preventDefault();
        }}
        onPointerOver={(event) => pointAt(page, event)}
        onPointerLeave={() => (page.view.hovered.value = null)}
      />
      <AddButton />
      <SelectionBar />
      <DocumentEnd />
      <ChangesBar />
    </main>
  );
}

/** Keeps the drawn marks equal to the threads and drafts of the file. */
function keepMarksDrawn(page: Page, fileView: FileView): () => void {
  const stopPainting = effect(() => {
    fileView.status.value;
    fileView.version.value;
    fileView.grown.value;
    fileView.paint(markedOf(page, fileView.fileId));
  });
  const stopLighting = effect(() => {
    const composing = page.view.composing.value;
    fileView.highlighter.light(composing ?? page.view.active.value, page.view.hovered.value);
  });
  const stopFinding = effect(() => {
    // What was written about an older text may be about nothing that is here.
    if (fileView.status.value === 'ready') void moveDrafts(page, fileView, null);
  });
  const stopMarkingChanges = keepChangesDrawn(page, fileView);
  return () => {
    stopPainting();
    stopLighting();
    stopFinding();
    stopMarkingChanges();
  };
}

/** Keeps what changed since the round that is compared with marked in the text, while that is wanted. */
function keepChangesDrawn({ rounds, changes }: Page, fileView: FileView): () => void {
  const stopPainting = effect(() => {
    fileView.version.value;
    fileView.grown.value;
    const shown = rounds.marking.value ? changes.drawn.value : null;
    fileView.paintChanges(shown, rounds.base.value ?? 0);
  });
  const stopPointing = effect(() => {
    const stop = rounds.marking.value ? changes.stops.value[changes.position.value] : undefined;
    fileView.changes.point(stop?.blocks ?? [], stop?.removed ?? []);
  });
  return () => {
    stopPainting();
    stopPointing();
    fileView.paintChanges(null, 0);
  };
}

function markedOf(page: Page, fileId: string): readonly Marked[] {
  const { review, drafts } = page;
  const state = review.state.value;
  const threads = state ? threadsOfFile(state, fileId).filter((thread) => !thread.orphaned) : [];
  const marked = threads.map(
    (thread): Marked => ({
      key: thread.id,
      anchor: thread.anchor,
      state: isOpen(thread) ? 'open' : 'resolved',
    }),
  );
  const writing = [...drafts.drafts.value].flatMap(
    ([key, { target, isLost }]): readonly Marked[] =>
      target.kind === 'new-thread' && target.anchor.fileId === fileId && !isLost
        ? [{ key, anchor: target.anchor, state: 'draft' }]
        : [],
  );
  const previous = previousThreadsOfFile(page.rounds, fileId)
    .filter(({ thread }) => !thread.orphaned)
    .map(({ key, thread }): Marked => ({ key, anchor: thread.anchor, state: 'previous' }));
  return [...marked, ...writing, ...previous];
}

function keysUnder(event: Event): readonly string[] {
  const target = event.target instanceof Element ? event.target : null;
  const marked = target?.closest<HTMLElement>('[data-threads]');
  return marked ? keysOfMark(marked) : [];
}

/** A click on marked text opens its thread, a further one the next thread that lies there; elsewhere it closes. */
function clickText(page: Page, event: MouseEvent): void {
  if (toggleHiddenWords(event.target)) return;
  if (document.getSelection()?.isCollapsed === false) return;
  if (event.target instanceof Element && event.target.closest('a[href], button, summary, input'))
    return;
  const keys = keysUnder(event);
  const draft = keys.find((key) => page.drafts.drafts.peek().has(key));
  const threads = keys.filter(
    (key) => page.review.state.peek()?.threads.has(key) || previousThread(page.rounds, key),
  );
  if (draft && threads.length === 0) {
    page.view.active.value = null;
    page.view.composing.value = draft;
    return;
  }
  const active = page.view.active.peek();
  const next = threads[(threads.indexOf(active ?? '') + 1) % threads.length];
  activate(page, next ?? null);
  const block = event.target instanceof Element ? blockAround(event.target) : null;
  if (block && !next) page.cursor.peek()?.rest(block);
}

function pointAt(page: Page, event: PointerEvent): void {
  if (event.pointerType !== 'mouse') return;
  const keys = keysUnder(event);
  const { hovered } = page.view;
  if (keys.length === 0) hovered.value = null;
  else if (!keys.includes(hovered.peek() ?? '')) hovered.value = keys[0] ?? null;
}

function LoadFailed({ fileView }: { readonly fileView: FileView | null }) {
  return (
    <div class="notice bad" role="alert">
      <p>The document could not be loaded.</p>
      <button type="button" class="secondary" onClick={() => void fileView?.load()}>
        Retry
      </button>
    </div>
  );
}

/** A file whose change is too large to be shown unasked, and the way to see it all the same. */
function TooLarge({ fileView }: { readonly fileView: FileView }) {
  const size = fileView.tooLarge.value;
  if (!size) return null;
  const megabytes = (size.characters / 1_000_000).toFixed(1);
  return (
    <div class="notice" role="status">
      <p>
        Too large, not shown: {size.lines.toLocaleString('en')} lines, {megabytes} MB.
      </p>
      <button type="button" class="secondary" onClick={() => void fileView.loadAll()}>
        Show it
      </button>
    </div>
  );
}

/** The end of a file among several: done with this one, on to the next. */
function DocumentEnd() {
  const page = usePage();
  const files = page.review.state.value?.files ?? [];
  const ready = useComputed(() => page.fileViews.current.value?.status.value === 'ready');
  if (files.length < 2 || !ready.value) return null;
  const file = files.find((candidate) => candidate.id === page.view.file.value);
  return (
    <div class="document-end">
      <button
        type="button"
        class="secondary"
        aria-keyshortcuts="v"
        onClick={() => viewAndGoOn(page)}
      >
        <Icon name="check" /> {file?.viewed ? 'Viewed · next file' : 'Mark as viewed, next file'}{' '}
        <kbd>v</kbd>
      </button>
      {file?.viewed && (
        <button
          type="button"
          class="plain"
          onClick={() => page.review.submit({ kind: 'view-file', fileId: file.id, viewed: false })}
        >
          Not viewed
        </button>
      )}
    </div>
  );
}
