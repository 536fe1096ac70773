import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { VerdictOption } from '../../core/review/wire.ts';
import { Modal } from '../frame/modal.tsx';
import { Icon, type IconName } from '../icons/icon.tsx';
import { Problem } from '../labels/problem.tsx';
import { usePage } from '../page.ts';
import { countThreads } from '../state/review-state.ts';

/** The dialog that ends the review: what is asked, what is still open or unsent, and the way to hand over. */
export function FinishDialog() {
  const { view, review } = usePage();
  if (view.overlay.value !== 'finish' || !review.state.value) return null;
  return (
    <Modal label="Finish the review" class="finish-dialog">
      <FinishForm />
    </Modal>
  );
}

/** As many options as still look like buttons of one row. */
const mostButtons = 3;

function FinishForm() {
  const page = usePage();
  const { review, finish, link } = page;
  const config = review.state.value?.verdictConfig;
  const chosen = useSignal<string | null>(null);
  const field = useId();
  const options = config?.options ?? [];
  const option = options.find(({ id }) => id === chosen.value);
  const feedback = finish.feedback.value.trim();
  const missing = option?.feedbackRequired === true && feedback === '';
  const waiting = review.outgoing.value.length > 0;
  const away = link.state.value !== 'live';
  const submit = (picked: VerdictOption | undefined): void => {
    if (picked?.feedbackRequired && feedback === '') {
      chosen.value = picked.id;
      document.getElementById(field)?.focus();
      return;
    }
    const verdict = picked ? { optionId: picked.id, ...(feedback && { feedback }) } : null;
    void finish.submit(verdict);
  };
  const blocked = finish.sending.value || waiting || away;
  return (
    <>
      <h2>{config?.prompt ?? (config ? 'What is your verdict?' : 'Finish the review?')}</h2>
      <Leftovers />
      <WaitingQuestions />
      {config && (
        <label class="field" htmlFor={field}>
          <span>
            Feedback
            {option?.feedbackRequired
              ? ' (needed for this)'
              : options.some((o) => o.feedbackRequired)
                ? ''
                : ' (optional)'}
          </span>
          <textarea
            id={field}
            rows={3}
            placeholder="What should the agent know?"
            aria-invalid={missing}
            value={finish.feedback.value}
            onInput={(event) => (finish.feedback.value = event.currentTarget.value)}
          />
        </label>
      )}
      <Problem text={missing ? `“${option.label}” needs a word of feedback.` : null} />
      <Problem text={finish.problem.value} />
      {(waiting || away) && (
        <p class="quiet" role="status">
          {away
            ? 'The connection is lost; you can finish when it is back.'
            : 'Sending what you wrote…'}
        </p>
      )}
      {options.length > mostButtons ? (
        <OptionList
          options={options}
          chosen={chosen.value}
          onChoose={(id) => (chosen.value = id)}
        />
      ) : null}
      <div class="dialog-foot">
        {options.length > 0 && options.length <= mostButtons ? (
          options.map((each) => (
            <button
              type="button"
              key={each.id}
              class={`verdict ${each.style}`}
              disabled={blocked}
              onClick={() => submit(each)}
            >
              <Icon name={styleIcons[each.style]} />
              {each.label}
              {each.feedbackRequired && <span class="sr-only"> (feedback required)</span>}
            </button>
          ))
        ) : (
          <button
            type="button"
            class="primary"
            disabled={blocked || (config !== undefined && !option)}
            onClick={() => submit(option)}
          >
            {finish.problem.value ? 'Retry' : config ? 'Give the verdict' : 'Finish and hand over'}
          </button>
        )}
      </div>
    </>
  );
}

const styleIcons: Record<VerdictOption['style'], IconName> = {
  positive: 'check',
  neutral: 'comment',
  negative: 'change',
};

function OptionList(props: {
  readonly options: readonly VerdictOption[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}) {
  const name = useId();
  return (
    <fieldset class="verdict-list">
      <legend class="sr-only">Verdict</legend>
      {props.options.map((option) => (
        <label key={option.id} class={`verdict-row ${option.style}`}>
          <input
            type="radio"
            name={name}
            checked={props.chosen === option.id}
            onChange={() => props.onChoose(option.id)}
          />
          <Icon name={styleIcons[option.style]} />
          {option.label}
          {option.feedbackRequired && <span class="quiet">with feedback</span>}
        </label>
      ))}
    </fieldset>
  );
}

/** What is still open, unanswered or unsent. */
function Leftovers() {
  const { review, drafts, view } = usePage();
  const threads = [...(review.state.value?.threads.values() ?? [])];
  const counts = countThreads(threads);
  const unsent = drafts.written.value.length;
  const unwritten = threads.filter(({ writeBack }) => writeBack !== undefined).length;
  const look = (): void => {
    view.overlay.value = 'threads';
  };
  if (counts.open === 0 && unsent === 0 && unwritten === 0) {
    const said =
      counts.resolved > 0
        ? `All ${counts.resolved} threads are resolved.`
        : 'You have not commented.';
    return <p class="leftovers calm">{said}</p>;
  }
  return (
    <ul class="leftovers">
      {unsent > 0 && (
        <li class="warn">
          <b>{unsent}</b> {unsent === 1 ? 'draft is not sent' : 'drafts are not sent'} and will not
          reach the agent
        </li>
      )}
      {unwritten > 0 && (
        <li class="warn">
          <b>{unwritten}</b> {unwritten === 1 ? 'thread does' : 'threads do'} not stand in the file,
          or not with all that was said
        </li>
      )}
      {counts.open > 0 && (
        <li>
          <b>{counts.open}</b> {counts.open === 1 ? 'thread is' : 'threads are'} open
          {counts.needsYou > 0 && `, ${counts.needsYou} of them waiting for your answer`}
        </li>
      )}
      {counts.orphaned > 0 && (
        <li>
          <b>{counts.orphaned}</b> lost {counts.orphaned === 1 ? 'its' : 'their'} place
        </li>
      )}
      <li class="leftovers-look">
        <button type="button" class="plain" onClick={look}>
          Look at them
        </button>
      </li>
    </ul>
  );
}

/** A question that waits goes on waiting when the review ends; there is no hurry to answer it here. */
function WaitingQuestions() {
  const waiting = usePage().questions.questions.value.length;
  if (waiting === 0) return null;
  return (
    <p class="leftovers calm">
      {waiting === 1
        ? 'A question still waits for your answer.'
        : `${waiting} questions still wait for your answers.`}
    </p>
  );
}
