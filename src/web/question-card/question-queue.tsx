import { useRef } from 'preact/hooks';
import { QuestionCard, type QuestionCardProps } from './question-card.tsx';
import { QuestionOutcome } from './question-outcome.tsx';

/** The question that is due, and what became of the one before. */
export function QuestionQueue({ store, texts }: Omit<QuestionCardProps, 'question'>) {
  const question = store.current.value;
  const queue = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  // Looked at while what goes away is still there.
  hadFocus.current = queue.current?.contains(document.activeElement) ?? false;
  return (
    <div ref={queue} class="questions">
      <QuestionOutcome store={store} takesFocus={() => hadFocus.current} />
      {question !== null && (
        <QuestionCard key={question.ref} store={store} texts={texts} question={question} />
      )}
    </div>
  );
}
