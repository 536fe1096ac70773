import { shortened } from '../../core/text/whole-characters.ts';
import { Icon } from '../icons/icon.tsx';
import { IconButton } from '../icons/icon-button.tsx';
import { Problem } from '../labels/problem.tsx';
import { anchorLabel } from '../labels/thread-title.ts';
import { usePage } from '../page.ts';
import { isOpen } from '../state/review-state.ts';
import { MessageView } from '../thread-panel/message-view.tsx';
import { activate } from '../thread-panel/thread-commands.ts';
import { changeUnder } from './changed-words.ts';
import { textOf } from './changes-view.ts';
import type { PreviousThread } from './previous-thread.ts';
import { takeOver } from './round-commands.ts';
import { counted } from './round-labels.ts';
import { WordChange } from './word-change.tsx';

/** A thread of the last round beside the text as it is now; it can be read, and taken over into this round. */
export function PreviousThreadCard({ previous }: { readonly previous: PreviousThread }) {
  const page = usePage();
  const { thread, was, round, key } = previous;
  const active = page.view.active.value === key;
  const label = shortened(anchorLabel(was), 80);
  const state = isOpen(thread) ? 'was open' : 'was resolved';
  const opening = thread.messages[0];
  const answers = thread.messages.length - 1;
  return (
    <article
      id={`card-${key}`}
      class={`card previous ${active ? 'active' : 'inactive'} ${isOpen(thread) ? '' : 'done'}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is opened by Enter, as threads are
      tabIndex={0}
      aria-label={`From round ${round}, on ${label}: ${state}, ${counted(answers + 1, 'message')}`}
      aria-current={active ? 'true' : undefined}
      onClick={(event) => {
        const isControl =
          event.target instanceof Element && event.target.closest('button, a[href]');
        if (!active && !isControl) activate(page, key);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        activate(page, active ? null : key);
      }}
    >
      <p class="previous-title">
        <Icon name={isOpen(thread) ? 'history' : 'check'} />
        <span>
          From round {round}
          {!isOpen(thread) && ', resolved'}
          {thread.orphaned && ' · its text is gone'}
        </span>
        {active && (
          <IconButton
            icon="close"
            label="Close thread"
            title="Close (Esc)"
            onClick={() => activate(page, null)}
          />
        )}
      </p>
      <div class="quote">
        <q>{label}</q>
      </div>
      {active && <PreviousThreadChange previous={previous} />}
      {active
        ? thread.messages.map((message) => (
            <MessageView key={message.id} thread={thread} message={message} previous />
          ))
        : opening &&
          isOpen(thread) && <MessageView thread={thread} message={opening} short previous />}
      {!active && answers > 0 && isOpen(thread) && <p class="more">{counted(answers, 'answer')}</p>}
      {(active || isOpen(thread)) && <PreviousThreadFoot previous={previous} />}
    </article>
  );
}

/** What became of the text that a previous thread is about. */
function PreviousThreadChange({ previous }: { readonly previous: PreviousThread }) {
  const { changes, fileViews } = usePage();
  const { thread, round } = previous;
  const drawn = changes.drawnSince(round);
  const changed = drawn && changeUnder(thread.anchor, drawn, textOf(fileViews.current.value));
  if (!changed && !thread.orphaned) return null;
  return (
    <div class="text-changed">
      <p class="text-changed-title">
        <Icon name="change" />
        <b>{thread.orphaned ? 'Its text is gone from here' : 'Text changed since'}</b>
      </p>
      {changed?.isNew && <p class="quiet">The text here is new.</p>}
      {changed && !changed.isNew && <WordChange pieces={changed.pieces} />}
    </div>
  );
}

function PreviousThreadFoot({ previous }: { readonly previous: PreviousThread }) {
  const page = usePage();
  const progress = page.rounds.taking.value.get(previous.key);
  if (page.review.state.value?.finished) return null;
  return (
    <div class="previous-foot">
      <Problem text={progress === 'sending' ? null : progress} />
      <button
        type="button"
        class="secondary"
        disabled={progress === 'sending'}
        onClick={() => void takeOver(page, previous)}
      >
        {progress === undefined || progress === 'sending' ? 'Take over' : 'Try again'}
      </button>
      <span class="quiet">into this round</span>
    </div>
  );
}
