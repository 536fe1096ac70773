import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { BlockChanges } from '../../core/document/block-changes.ts';
import type { WireDocument } from '../../core/review/wire.ts';
import type { ApiClient } from '../link/api-client.ts';
import type { PageAnchor } from '../state/page-anchor.ts';
import type { Marked } from './block-marks.ts';
import { blockNumber } from './block-text.ts';
import { type ChangeHighlighter, createChangeHighlighter } from './change-highlighter.ts';
import { decorate, reachScrollable } from './decorate.ts';
import { loadDocument } from './load-document.ts';
import { createMarkHighlighter, type MarkHighlighter } from './mark-highlighter.ts';
import { createSections, type Sections, type SwapReport } from './sections.ts';

/** The version of a file of which nothing has been drawn yet. */
export const notDrawn = -1;

/** How far a file has been loaded. */
type FileViewStatus = 'loading' | 'partial' | 'ready' | 'failed';

/** One file as it is read: its drawn document, the marks in it, and where things stand. */
export interface FileView {
  readonly fileId: string;
  readonly element: HTMLElement;
  readonly sections: Sections;
  readonly highlighter: MarkHighlighter;
  readonly changes: ChangeHighlighter;
  readonly status: ReadonlySignal<FileViewStatus>;
  readonly outline: ReadonlySignal<WireDocument['outline']>;
  /** Size of a file that is too large to be shown unasked, while it is not shown. */
  readonly tooLarge: ReadonlySignal<WireDocument['tooLarge']>;
  /** Version of the documents that is drawn; 0 before the first. */
  readonly version: ReadonlySignal<number>;
  /** Changes when sections have been added or replaced. */
  readonly grown: ReadonlySignal<number>;
  /** Changes whenever something in the document may stand at another height. */
  readonly layout: ReadonlySignal<number>;
  /** How far down the page was scrolled when the file was last left. */
  scrollTop: number;
  load(): Promise<void>;
  /** Loads a file that is too large to be shown unasked. */
  loadAll(): Promise<void>;
  /** Whether the file was asked for although it is too large. */
  showsAll(): boolean;
  /** Puts a new version in place of the drawn one. */
  update(document: WireDocument): SwapReport;
  paint(marked: readonly Marked[]): void;
  /** Draws what changed since a round into the text, or takes it away. */
  paintChanges(changed: BlockChanges | null, since: number): void;
  /** Distance of an anchor from the top of the document element; an estimate for what has not been drawn. */
  heightOf(key: string, anchor: PageAnchor): number;
  /** The element that shows an anchor best. */
  elementOf(key: string, anchor: PageAnchor): HTMLElement | undefined;
}

/** A reader for a file, not loaded yet. */
export function createFileView(fileId: string, api: ApiClient): FileView {
  const element = document.createElement('div');
  element.className = 'document-body';
  const sections = createSections(element);
  const highlighter = createMarkHighlighter(element, sections.block);
  const changes = createChangeHighlighter(element, sections.block);
  const status: Signal<FileViewStatus> = signal('loading');
  const outline: Signal<WireDocument['outline']> = signal([]);
  const tooLarge: Signal<WireDocument['tooLarge']> = signal(undefined);
  let all = false;
  const version = signal(notDrawn);
  const layout = signal(0);
  const grown = signal(0);
  const touch = (): void => {
    layout.value = layout.peek() + 1;
  };
  new ResizeObserver(() => {
    for (const section of element.children) if (sections.isDrawn(section)) reachScrollable(section);
    touch();
  }).observe(element);
  element.addEventListener(
    'contentvisibilityautostatechange',
    ({ target }) => {
      if (target instanceof HTMLElement && sections.isDrawn(target)) reachScrollable(target);
      touch();
    },
    { capture: true },
  );

  const describe = (loaded: WireDocument): void => {
    outline.value = loaded.outline;
    tooLarge.value = loaded.tooLarge;
    version.value = loaded.sourceVersion;
    grow(loaded);
  };

  const grow = (loaded: WireDocument): void => {
    decorate(element, loaded);
    grown.value = grown.peek() + 1;
    touch();
  };

  const elementOf = (key: string, anchor: PageAnchor): HTMLElement | undefined =>
    highlighter.elementsOf(key)[0] ?? sections.block(anchor.anchorStart);

  const fileView: FileView = {
    fileId,
    element,
    sections,
    highlighter,
    changes,
    status,
    outline,
    tooLarge,
    version,
    grown,
    layout,
    scrollTop: 0,
    async load() {
      status.value = 'loading';
      const loaded = await loadDocument(api, fileId, {
        all,
        onFirst(first) {
          if (version.peek() === notDrawn) sections.append(first.sections);
          else sections.swap(first.sections);
          status.value = 'partial';
          describe(first);
        },
        onMore(part) {
          sections.append(part.sections);
          grow(part);
        },
      });
      status.value = loaded ? 'ready' : 'failed';
    },
    loadAll() {
      all = true;
      return fileView.load();
    },
    showsAll: () => all,
    update(next) {
      const report = sections.swap(next.sections);
      status.value = 'ready';
      describe(next);
      return report;
    },
    paint(marked) {
      highlighter.paint(marked);
      changes.light();
      touch();
    },
    paintChanges(changed, since) {
      changes.paint(changed, since);
      touch();
    },
    elementOf,
    heightOf(key, anchor) {
      const target = elementOf(key, anchor);
      if (!target) return 0;
      const top = element.getBoundingClientRect().top;
      if (sections.isDrawn(target)) return target.getBoundingClientRect().top - top;
      return estimate(target, anchor.anchorStart) - top;
    },
  };
  return fileView;
}

/** Where a block of a section that is not drawn would be, going by its number. */
function estimate(target: HTMLElement, block: number): number {
  const section = target.closest('.section');
  if (!section) return 0;
  const { top, height } = section.getBoundingClientRect();
  const blocks = section.querySelectorAll('[data-block]');
  const first = blocks[0] ? blockNumber(blocks[0]) : block;
  return top + height * (Math.max(0, block - first) / Math.max(1, blocks.length));
}
