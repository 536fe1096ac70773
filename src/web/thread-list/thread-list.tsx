import { useComputed, useSignal } from '@preact/signals';
import { shortened } from '../../core/text/whole-characters.ts';
import { showFile } from '../files-rail/file-commands.ts';
import { Modal } from '../frame/modal.tsx';
import { Icon, Spark } from '../icons/icon.tsx';
import { speakerName } from '../labels/speaker.ts';
import { anchorLabel } from '../labels/thread-title.ts';
import { type Page, usePage } from '../page.ts';
import { RoundTag } from '../rounds/round-tag.tsx';
import { isBlank } from '../state/draft.ts';
import { isOpen, needsYou, type PageThread, threadsInOrder } from '../state/review-state.ts';
import { activate, focusCard } from '../thread-panel/thread-commands.ts';
import { mentions, passes, type ThreadFilter, threadFilters } from './filter-threads.ts';

/** All threads of all files, to be filtered and searched. */
export function ThreadList() {
  const { view } = usePage();
  return view.overlay.value === 'threads' ? <OpenThreadList /> : null;
}

function OpenThreadList() {
  const page = usePage();
  const { review } = page;
  const filter = useSignal<ThreadFilter>('open');
  const query = useSignal('');
  const all = useComputed(() => (review.state.value ? threadsInOrder(review.state.value) : []));
  const searched = useComputed(() => all.value.filter((thread) => mentions(thread, query.value)));
  const shown = useComputed(() => searched.value.filter((thread) => passes(thread, filter.value)));
  return (
    <Modal label="All threads" class="drawer right thread-list">
      <h2>Threads</h2>
      <input
        type="search"
        aria-label="Search the threads"
        placeholder="Search the threads"
        value={query.value}
        onInput={(event) => (query.value = event.currentTarget.value)}
      />
      <fieldset class="filters">
        <legend class="sr-only">Which threads</legend>
        {threadFilters.map((option) => {
          const count = searched.value.filter((thread) => passes(thread, option.filter)).length;
          if (count === 0 && option.filter === 'lost') return null;
          return (
            <button
              type="button"
              key={option.filter}
              class="filter"
              aria-pressed={filter.value === option.filter}
              onClick={() => (filter.value = option.filter)}
            >
              {option.label} <span class="number">{count}</span>
            </button>
          );
        })}
      </fieldset>
      <Drafts page={page} />
      <p class="sr-only" role="status">
        {shown.value.length} threads listed
      </p>
      {shown.value.length === 0 ? (
        <p class="quiet">{all.value.length === 0 ? 'No threads yet.' : 'None here.'}</p>
      ) : (
        <ul class="rows">
          {shown.value.map((thread) => (
            <ThreadRow key={thread.id} thread={thread} />
          ))}
        </ul>
      )}
    </Modal>
  );
}

function ThreadRow({ thread }: { readonly thread: PageThread }) {
  const page = usePage();
  const state = page.review.state.value;
  const file = state?.files.find(({ id }) => id === thread.anchor.fileId);
  const last = thread.messages.at(-1);
  return (
    <li>
      <button
        type="button"
        class={`thread-row ${isOpen(thread) ? 'open' : 'done'}`}
        onClick={() => {
          page.view.overlay.value = 'none';
          activate(page, thread.id);
          focusCard(thread.id);
        }}
      >
        <span class="thread-row-head">
          {isOpen(thread) ? (
            needsYou(thread) ? (
              <Spark />
            ) : (
              <Icon name="comment" />
            )
          ) : (
            <Icon name="check" />
          )}
          <q>{shortened(anchorLabel(thread.anchor), 44)}</q>
          {needsYou(thread) && <span class="tag">needs you</span>}
          {thread.orphaned && <span class="tag ask">lost place</span>}
        </span>
        <span class="thread-row-text">
          {shortened(thread.messages[0]?.text.replace(/\s+/g, ' ') ?? '', 110)}
        </span>
        <span class="thread-row-foot">
          {(state?.files.length ?? 0) > 1 && file && `${file.path.split('/').at(-1)} · `}
          <RoundTag thread={thread} /> {thread.messages.length}{' '}
          {thread.messages.length === 1 ? 'message' : 'messages'}
          {last && ` · last by ${speakerName(last, state?.review.reviewerName)}`}
        </span>
      </button>
    </li>
  );
}

/** What has been written and not sent, wherever it is. */
function Drafts({ page }: { readonly page: Page }) {
  const written = [...page.drafts.drafts.value].filter(([, draft]) => !isBlank(draft));
  if (written.length === 0) return null;
  return (
    <section class="list-drafts" aria-label="Drafts">
      <h3>Not sent</h3>
      <ul class="rows">
        {written.map(([key, draft]) => (
          <li key={key}>
            <button
              type="button"
              class="thread-row"
              onClick={() => {
                page.view.overlay.value = 'none';
                if (draft.target.kind === 'reply') {
                  activate(page, draft.target.threadId);
                  return;
                }
                showFile(page, draft.target.anchor.fileId);
                page.view.active.value = null;
                page.view.composing.value = key;
              }}
            >
              <span class="thread-row-head">
                <Icon name="suggestion" />
                <span>
                  {shortened(
                    (draft.text.trim() || draft.replacement || '').replace(/\s+/g, ' '),
                    80,
                  )}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
