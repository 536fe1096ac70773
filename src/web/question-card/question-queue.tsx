import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { TextRenderer } from '../state/text-renderer.ts';
import { QuestionCard } from './question-card.tsx';
import type { QuestionDesk } from './question-desk.ts';
import { QuestionOutcome } from './question-outcome.tsx';

/** The question that is due, and what became of the one before. */
export function QuestionQueue({
  desk,
  texts,
}: {
  readonly desk: QuestionDesk;
  readonly texts: TextRenderer;
}): JSX.Element {
  const question = desk.current.value;
  const queue = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  // Looked at while what goes away is still there.
  hadFocus.current = queue.current?.contains(document.activeElement) ?? false;
  return (
    <div ref={queue} class="questions">
      <QuestionOutcome desk={desk} takesFocus={() => hadFocus.current} />
      {question !== null && (
        <QuestionCard key={question.ref} desk={desk} texts={texts} question={question} />
      )}
    </div>
  );
}
