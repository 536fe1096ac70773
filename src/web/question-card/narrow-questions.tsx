import { Spark } from '../icons/icon.tsx';
import { usePage } from '../page.ts';
import { OpenSheet } from '../sheet/sheet.tsx';
import { askerOf } from './question-head.tsx';
import { QuestionQueue } from './question-queue.tsx';

/** On a narrow screen: a strip at the bottom that says that a question waits, and the sheet that it opens. */
export function NarrowQuestions() {
  const { questions, texts, view } = usePage();
  const { isOpen } = questions;
  const question = questions.current.value;
  const isTaken = view.active.value !== null || view.composing.value !== null;
  if (isOpen.value) {
    return (
      <OpenSheet shows="question" label="Question" onClose={() => (isOpen.value = false)}>
        <QuestionQueue store={questions} texts={texts} />
      </OpenSheet>
    );
  }
  if (question === null || isTaken) return null;
  const count = questions.questions.value.length;
  return (
    <button type="button" class="question-strip" onClick={() => (isOpen.value = true)}>
      <span class="avatar">
        <Spark />
      </span>
      <span class="strip-words">
        <b>{askerOf(question)}</b> asks: {question.header}
        {count > 1 && <span class="quiet"> (1 of {count})</span>}
      </span>
      <span class="plain">Answer</span>
    </button>
  );
}
