import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { WireRoundChanges } from '../../core/review/wire.ts';
import { blockText } from '../document-view/block-text.ts';
import type { FileView } from '../document-view/file-view.ts';
import { isOpen, type PageReview, type PageThread, threadsOfFile } from '../state/review-state.ts';
import { type ChangeStop, changeStops } from './change-stops.ts';
import { type ChangeUnder, changeUnder } from './changed-words.ts';
import { roundOfLastWord } from './round-times.ts';
import type { FileChanges, RoundsStore } from './rounds-store.ts';

/** What changed in the file that is shown, for all who show something of it. */
export interface ChangesView {
  /** Null while there is only one round, and until the file has been drawn. */
  readonly file: ReadonlySignal<FileChanges | null>;
  /** The changes of exactly the text that is drawn. */
  readonly drawn: ReadonlySignal<WireRoundChanges | null>;
  /** The changes of the drawn text since another round; null until they are known. */
  drawnSince(round: number): WireRoundChanges | null;
  /** The places to look at, in reading order. */
  readonly stops: ReadonlySignal<readonly ChangeStop[]>;
  /** Position of the stop that is looked at; -1 for none. */
  readonly position: Signal<number>;
  /** What changed under the open threads since their last message. */
  readonly underThreads: ReadonlySignal<ReadonlyMap<string, ChangeUnder>>;
}

/** What the view is made from. */
export interface ChangesSources {
  readonly rounds: RoundsStore;
  readonly fileView: ReadonlySignal<FileView | null>;
  readonly review: ReadonlySignal<PageReview | null>;
}

/** A view of the changes of the file that a reader shows. */
export function createChangesView({ rounds, fileView, review }: ChangesSources): ChangesView {
  const isDrawn = computed(() => fileView.value?.status.value === 'ready');
  const since = (round: number): FileChanges | null =>
    fileView.value && isDrawn.value ? rounds.changes(fileView.value.fileId, round).value : null;
  const drawnSince = (round: number): WireRoundChanges | null => {
    const changes = since(round);
    const fits =
      changes?.kind === 'known' && changes.sourceVersion === fileView.value?.version.value;
    return fits ? changes : null;
  };
  const file = computed(() => (rounds.base.value === null ? null : since(rounds.base.value)));
  const drawn = computed(() => (rounds.base.value === null ? null : drawnSince(rounds.base.value)));
  const stops = computed(() => {
    const headings = new Set(fileView.value?.outline.value.map(({ block }) => block));
    return drawn.value ? changeStops(drawn.value, headings) : [];
  });
  const underThreads = computed(() => {
    const changeByThread = new Map<string, ChangeUnder>();
    const state = review.value;
    if (!state || !fileView.value || rounds.rounds.value.length < 2) return changeByThread;
    for (const thread of threadsOfFile(state, fileView.value.fileId)) {
      const changed = underThread(thread, state);
      if (changed) changeByThread.set(thread.id, changed);
    }
    return changeByThread;
  });

  const underThread = (
    thread: PageThread,
    { review: { round } }: PageReview,
  ): ChangeUnder | null => {
    if (!isOpen(thread) || thread.orphaned || thread.pending) return null;
    const spoken = roundOfLastWord(rounds.rounds.value, thread);
    if (spoken === null || spoken >= round) return null;
    const changes = drawnSince(spoken);
    return changes && changeUnder(thread.anchor, changes, textOf(fileView.value));
  };

  return { file, drawn, drawnSince, stops, position: signal(-1), underThreads };
}

/** The present text of a block, as it is drawn. */
export function textOf(fileView: FileView | null): (block: number) => string | undefined {
  return (number) => {
    const block = fileView?.sections.block(number);
    return block && blockText(block);
  };
}
