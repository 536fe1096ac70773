import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../icons/icon.tsx';
import { type Page, usePage } from '../page.ts';
import { isOpen } from '../state/review-state.ts';
import type { ViewState } from '../state/view-state.ts';
import { compareWith, showSource, takeOverAll, toggleChanges } from './round-commands.ts';
import { counted, roundFacts } from './round-labels.ts';
import { roundOfThread } from './round-times.ts';

/** Which round is shown; opens the list of the earlier ones to compare with. */
export function RoundsMenu({ round }: { readonly round: number }) {
  const { view, rounds, review } = usePage();
  if (rounds.base.value === null || review.state.value?.finished)
    return <span class="round">round {round}</span>;
  const open = view.overlay.value === 'rounds';
  return (
    <span class="rounds">
      <button
        type="button"
        class="round"
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-keyshortcuts="g r"
        title="Compare with an earlier round (g r)"
        onClick={() => (view.overlay.value = open ? 'none' : 'rounds')}
      >
        round {round} <Icon name="chevron" />
      </button>
      {open && <RoundsPanel round={round} />}
    </span>
  );
}

function RoundsPanel({ round }: { readonly round: number }) {
  const page = usePage();
  const { rounds, view } = page;
  const panel = useRef<HTMLDivElement>(null);
  usePopover(page.view, panel);
  const earlier = rounds.rounds.value.filter((option) => option.round < round).toReversed();
  const close = (): void => {
    view.overlay.value = 'none';
  };
  return (
    <div ref={panel} class="rounds-panel" role="dialog" aria-label="Rounds">
      <h2>Compare round {round} with</h2>
      <ul>
        {earlier.map((option) => (
          <li key={option.round}>
            <button
              type="button"
              class="row"
              aria-pressed={rounds.base.value === option.round}
              onClick={() => {
                compareWith(page, option.round);
                close();
              }}
            >
              <span class="tick">
                {rounds.base.value === option.round && <Icon name="check" />}
              </span>
              <span class="name">
                Round {option.round} <span class="quiet">{roundFacts(option)}</span>
              </span>
              <span class="quiet">{commentsOf(page, option.round)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="rounds-actions">
        <button
          type="button"
          class="secondary"
          aria-pressed={rounds.marking.value}
          onClick={() => {
            close();
            toggleChanges(page);
          }}
        >
          {rounds.marking.value ? 'Hide changes' : 'Show changes'} <kbd>d</kbd>
        </button>
        <button type="button" class="plain" onClick={() => showSource(page)}>
          Source
        </button>
      </div>
      <TakeAll page={page} onDone={close} />
    </div>
  );
}

/** Offers to take over at once all that was left open. */
function TakeAll(props: { readonly page: Page; readonly onDone: () => void }) {
  const { page, onDone } = props;
  const open = page.rounds.previous.value.filter(({ thread }) => isOpen(thread));
  const [first] = open;
  if (!first || open.length < 2) return null;
  return (
    <p class="rounds-take">
      {open.length} open in round {first.round}{' '}
      <button
        type="button"
        class="plain"
        onClick={() => {
          onDone();
          void takeOverAll(page);
        }}
      >
        Take over all
      </button>
    </p>
  );
}

function commentsOf({ rounds, review }: Pick<Page, 'rounds' | 'review'>, round: number): string {
  const own = [...(review.state.value?.threads.values() ?? [])].filter(
    (thread) => roundOfThread(rounds.rounds.value, thread) === round,
  );
  const previous = rounds.previous.value.filter((item) => item.round === round);
  const count = own.length + previous.length;
  return count === 0 ? '' : counted(count, 'comment');
}

/** Puts the focus inside, gives it back at the end, and closes with a click beside the panel. */
function usePopover(view: ViewState, panel: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const opener = document.activeElement;
    const inside = panel.current;
    inside?.querySelector<HTMLElement>('[aria-pressed="true"], button')?.focus();
    const close = ({ target }: PointerEvent): void => {
      if (target instanceof Element && target.closest('.rounds')) return;
      if (view.overlay.peek() === 'rounds') view.overlay.value = 'none';
    };
    document.addEventListener('pointerdown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      const hadFocus =
        document.activeElement === document.body || inside?.contains(document.activeElement);
      if (hadFocus && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [view, panel]);
}
