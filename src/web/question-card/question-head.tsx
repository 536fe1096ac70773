import type { JSX } from 'preact';
import type { AskedQuestion } from '../../core/question/asked-question.ts';
import { Icon, Spark } from '../icons/icon.tsx';
import { fullTime, shownTime } from '../labels/shown-time.ts';
import type { QuestionStore } from './question-store.ts';

/** Who asks, when, what for, and how many other questions wait. */
export function QuestionHead({
  store,
  question,
}: {
  readonly store: QuestionStore;
  readonly question: AskedQuestion;
}): JSX.Element {
  const { askedAt, record } = question;
  return (
    <>
      <div class="who">
        <span class="avatar">
          <Spark />
        </span>
        <b>{askerOf(question)}</b>
        {record !== undefined && (
          <span class="tag" title={record.root}>
            {record.id}
          </span>
        )}
        {question.blocking && <span class="tag ask">waits for you</span>}
        {askedAt !== undefined && (
          <time dateTime={askedAt} title={fullTime(askedAt)}>
            {shownTime(askedAt)}
          </time>
        )}
      </div>
      {record !== undefined && record.goal !== '' && <p class="goal">Goal: {record.goal}</p>}
      {question.default !== undefined && (
        <p class="fallback">Without an answer: {question.default}</p>
      )}
      <Queue store={store} question={question} />
    </>
  );
}

/** Who is named as the one who asks. */
export function askerOf({ asker }: AskedQuestion): string {
  return asker ?? 'The record';
}

function Queue({
  store,
  question,
}: {
  readonly store: QuestionStore;
  readonly question: AskedQuestion;
}): JSX.Element | null {
  const all = store.questions.value;
  if (all.length < 2) return null;
  const position = all.findIndex(({ ref }) => ref === question.ref) + 1;
  return (
    <div class="question-queue">
      <button
        type="button"
        class="small-icon back"
        aria-label="Previous question"
        onClick={() => store.step(-1)}
      >
        <Icon name="down" />
      </button>
      <span>
        {position} of {all.length} questions
      </span>
      <button
        type="button"
        class="small-icon on"
        aria-label="Next question"
        onClick={() => store.step(1)}
      >
        <Icon name="down" />
      </button>
    </div>
  );
}
