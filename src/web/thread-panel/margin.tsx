import { useComputed } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { DraftCard } from '../composer/draft-card.tsx';
import { Icon } from '../icons/icon.tsx';
import { usePage } from '../page.ts';
import { DockedQuestions } from '../question-card/docked-questions.tsx';
import { PreviousThreadCard } from '../rounds/previous-thread-card.tsx';
import { previousThreadsOfFile } from '../rounds/previous-threads.ts';
import { needsYou, threadsOfFile } from '../state/review-state.ts';
import { EmptyMargin } from './empty-margin.tsx';
import { type MarginItem, marginItems } from './margin-items.ts';
import { OrphanTray } from './orphan-tray.tsx';
import { PickingNotice } from './picking-notice.tsx';
import { ThreadCard } from './thread-card.tsx';
import { activate, focusCard } from './thread-commands.ts';
import { useCardLayout } from './use-card-layout.ts';

/** The margin: every thread and draft of the file beside its text. */
export function Margin() {
  const page = usePage();
  const { view, review, drafts } = page;
  const margin = useRef<HTMLElement>(null);
  const threads = useComputed(() =>
    review.state.value ? threadsOfFile(review.state.value, view.file.value) : [],
  );
  const previousThreads = useComputed(() => previousThreadsOfFile(page.rounds, view.file.value));
  const items = useComputed(() => {
    const here = [...drafts.drafts.value].filter(
      ([, { target }]) => target.kind === 'new-thread' && target.anchor.fileId === view.file.value,
    );
    return marginItems({
      threads: threads.value,
      previousThreads: previousThreads.value,
      drafts: new Map(here),
      composing: view.composing.value,
    });
  });
  const above = useCardLayout(page, margin, items.value);
  const orphan = threads.value.find((thread) => thread.orphaned && thread.id === view.active.value);
  const isEmpty =
    review.state.value !== null &&
    items.value.length === 0 &&
    threads.value.length === 0 &&
    previousThreads.value.length === 0;
  return (
    <aside ref={margin} class="margin" aria-label="Threads">
      <div class="margin-top">
        <DockedQuestions />
        <PickingNotice />
        <OrphanTray threads={threads.value} />
        {orphan && <ThreadCard thread={orphan} />}
        {isEmpty && <EmptyMargin />}
      </div>
      {above.value.length > 0 && (
        <button
          type="button"
          class="cards-above"
          onClick={() => {
            const next = above.value.at(-1);
            if (!next) return;
            activate(page, next);
            focusCard(next);
          }}
        >
          <Icon name="up" /> {above.value.length} more above
        </button>
      )}
      {items.value.map((item) => (
        <MarginSlot key={page.names.get(item.key) ?? item.key} item={item} />
      ))}
    </aside>
  );
}

/** A place in the margin that moves with its text. */
function MarginSlot({ item }: { readonly item: MarginItem }) {
  const { view } = usePage();
  const active = view.active.value === item.key || view.composing.value === item.key;
  const hovered = view.hovered.value === item.key;
  const asks = item.kind === 'thread' && needsYou(item.thread);
  return (
    <div
      class={`slot ${active ? 'active' : ''} ${hovered ? 'hovered' : ''} ${asks ? 'asks' : ''}`}
      data-key={item.key}
      onPointerEnter={() => (view.hovered.value = item.key)}
      onPointerLeave={() => {
        if (view.hovered.peek() === item.key) view.hovered.value = null;
      }}
    >
      <MarginCard item={item} />
    </div>
  );
}

function MarginCard({ item }: { readonly item: MarginItem }) {
  switch (item.kind) {
    case 'thread':
      return <ThreadCard thread={item.thread} />;
    case 'previous':
      return <PreviousThreadCard previous={item.previous} />;
    case 'draft':
      return <DraftCard draftKey={item.key} draft={item.draft} />;
  }
}
