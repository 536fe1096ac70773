import { useComputed } from '@preact/signals';
import { Icon } from '../icons/icon.tsx';
import { openByHeading } from '../outline/open-by-heading.ts';
import { type Page, usePage } from '../page.ts';
import { isOpen } from '../state/review-state.ts';
import { previousThreadsOfFile } from './previous-threads.ts';
import { openNextOf, toggleChanges } from './round-commands.ts';
import { counted } from './round-labels.ts';
import { isAnswer } from './text-changed.tsx';

/** What changed in the shown file since a round, and what was said before; nothing while there is only one round. */
export function SinceRail() {
  const page = usePage();
  const { rounds, view } = page;
  const base = rounds.base.value;
  const summary = useComputed(() => changeSummary(page));
  const answered = useComputed(() => answeredThreads(page));
  const previous = useComputed(() =>
    previousThreadsOfFile(page.rounds, view.file.value).filter(({ thread }) => isOpen(thread)),
  );
  if (base === null) return null;
  const close = (): void => {
    if (view.overlay.peek() === 'rail') view.overlay.value = 'none';
  };
  return (
    <nav aria-label={`Since round ${base}`}>
      <h2>Since round {base}</h2>
      <ul>
        <li>
          <button
            type="button"
            class="row since"
            aria-pressed={rounds.marking.value}
            aria-keyshortcuts="d"
            title={`${rounds.marking.value ? 'Hide' : 'Show'} what changed (d)`}
            onClick={() => {
              close();
              toggleChanges(page);
            }}
          >
            <span class="name">{summary.value}</span>
            <Icon name={rounds.marking.value ? 'check' : 'change'} />
          </button>
        </li>
        <ThreadsRow
          ids={answered.value}
          label={`${answered.value.length} answered by a change`}
          onOpen={close}
        />
        <ThreadsRow
          ids={previous.value.map(({ key }) => key)}
          label={`${counted(previous.value.length, 'comment')} of round ${previous.value[0]?.round}`}
          onOpen={close}
        />
      </ul>
    </nav>
  );
}

/** Threads that are counted, and opened one after the other. */
function ThreadsRow(props: {
  readonly ids: readonly string[];
  readonly label: string;
  readonly onOpen: () => void;
}) {
  const page = usePage();
  const { ids, label, onOpen } = props;
  if (ids.length === 0) return null;
  return (
    <li>
      <button
        type="button"
        class="row"
        onClick={() => {
          onOpen();
          openNextOf(page, ids);
        }}
      >
        <span class="name">{label}</span>
      </button>
    </li>
  );
}

function answeredThreads({ changes, review }: Pick<Page, 'changes' | 'review'>): readonly string[] {
  const threads = review.state.value?.threads;
  return [...changes.underThreads.value.keys()].filter((id) => {
    const thread = threads?.get(id);
    return thread !== undefined && isAnswer(thread);
  });
}

function changeSummary({ changes, fileViews }: Pick<Page, 'changes' | 'fileViews'>): string {
  const file = changes.file.value;
  if (file?.kind === 'new-file') return 'A new file';
  if (file?.kind === 'failed') return 'What changed is not known';
  if (!changes.drawn.value) return 'Comparing…';
  const stops = changes.stops.value;
  if (stops.length === 0) return 'Nothing changed here';
  const outline = fileViews.current.value?.outline.value ?? [];
  const sections = openByHeading(
    outline,
    stops.map(({ start }) => start),
  ).size;
  return sections < 2 ? counted(stops.length, 'change') : `${counted(sections, 'section')} changed`;
}
