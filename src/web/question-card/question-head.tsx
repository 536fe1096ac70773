import type { AskedQuestion } from '../../core/question/asked-question.ts';
import { Spark } from '../icons/icon.tsx';
import { IconButton } from '../icons/icon-button.tsx';
import { Time } from '../labels/time.tsx';
import type { QuestionStore } from './question-store.ts';

interface QuestionHeadProps {
  readonly store: QuestionStore;
  readonly question: AskedQuestion;
}

/** Who asks, when, what for, and how many other questions wait. */
export function QuestionHead({ store, question }: QuestionHeadProps) {
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
        {askedAt !== undefined && <Time time={askedAt} />}
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

function Queue({ store, question }: QuestionHeadProps) {
  const all = store.questions.value;
  if (all.length < 2) return null;
  const position = all.findIndex(({ ref }) => ref === question.ref) + 1;
  return (
    <div class="question-queue">
      <IconButton
        icon="down"
        label="Previous question"
        class="small-icon back"
        onClick={() => store.step(-1)}
      />
      <span>
        {position} of {all.length} questions
      </span>
      <IconButton
        icon="down"
        label="Next question"
        class="small-icon on"
        onClick={() => store.step(1)}
      />
    </div>
  );
}
