import { Icon } from '../icons/icon.tsx';
import { IconButton } from '../icons/icon-button.tsx';
import { type Page, usePage } from '../page.ts';
import { countChanges, countLabel } from './change-stops.ts';
import { compareWith, showSource, stepChange, toggleChanges } from './round-commands.ts';
import { roundFacts } from './round-labels.ts';

/** While changes are shown: since when, how many, and the way from one to the next. */
export function ChangesBar() {
  const page = usePage();
  const { rounds, changes, review } = page;
  const base = rounds.base.value;
  if (base === null || !rounds.marking.value) return null;
  const current = review.state.value?.review.round ?? 0;
  const earlier = rounds.rounds.value.filter(({ round }) => round < current).toReversed();
  const some = changes.stops.value.length > 0;
  return (
    <div class="changes-place">
      <section class="changes-bar" aria-label={`Changes since round ${base}`}>
        <label class="changes-since">
          Since
          <select
            aria-label="Compare with"
            value={String(base)}
            onChange={(event) => {
              compareWith(page, Number(event.currentTarget.value));
              event.currentTarget.blur();
            }}
          >
            {earlier.map((option) => (
              <option key={option.round} value={String(option.round)}>
                round {option.round} · {roundFacts(option)}
              </option>
            ))}
          </select>
          <span class="changes-base" aria-hidden="true">
            round {base} {earlier.length > 1 && <Icon name="chevron" />}
          </span>
        </label>
        <span class="changes-count">
          <ChangeCount page={page} />
        </span>
        {some && (
          <span class="changes-steps">
            <StepButton page={page} direction={-1} />
            <StepButton page={page} direction={1} />
          </span>
        )}
        <button
          type="button"
          class="plain"
          aria-keyshortcuts="D"
          title="The change of the source (Shift D)"
          onClick={() => showSource(page)}
        >
          Source
        </button>
        <IconButton
          icon="close"
          label="Hide changes"
          class="icon-button"
          title="Hide changes (d)"
          onClick={() => toggleChanges(page)}
        />
      </section>
    </div>
  );
}

function ChangeCount({ page }: { readonly page: Page }) {
  const { changes, rounds } = page;
  const file = changes.file.value;
  const { length } = changes.stops.value;
  if (file?.kind === 'new-file') return <>a new file</>;
  if (file?.kind === 'failed') {
    return (
      <>
        not known{' '}
        <button type="button" class="plain" onClick={() => rounds.retry()}>
          Retry
        </button>
      </>
    );
  }
  const drawn = changes.drawn.value;
  if (!drawn) return <>comparing…</>;
  if (length === 0) return <>nothing changed here</>;
  const position = changes.position.value;
  const label = countLabel(countChanges(drawn));
  return (
    <span title={label}>
      <b>{position < 0 ? length : `${position + 1} / ${length}`}</b>
      {position < 0 && <span class="wide-only">{length === 1 ? ' change' : ' changes'}</span>}
      <span class="sr-only">: {label}</span>
    </span>
  );
}

function StepButton(props: { readonly page: Page; readonly direction: 1 | -1 }) {
  const { page, direction } = props;
  const label = direction > 0 ? 'Next change' : 'Previous change';
  const keys = direction > 0 ? '.' : ',';
  return (
    <IconButton
      icon={direction > 0 ? 'down' : 'up'}
      label={label}
      class="icon-button"
      keys={keys}
      onClick={() => stepChange(page, direction)}
    />
  );
}
