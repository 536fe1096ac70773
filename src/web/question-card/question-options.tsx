import { useId } from 'preact/hooks';
import type { AskedQuestion } from '../../core/question/asked-question.ts';
import type { ReplyDraft } from './reply-draft.ts';

/** The options of a question, one of which can be picked. */
export function QuestionOptions({
  question,
  choice,
  onChoose,
}: {
  readonly question: AskedQuestion;
  readonly choice: ReplyDraft['choice'];
  readonly onChoose: (choice: number | 'other') => void;
}) {
  const name = useId();
  return (
    <fieldset class="options">
      <legend class="sr-only">{question.header}</legend>
      {question.options.map(({ number, label, description }) => (
        <label key={number} class="option">
          <input
            type="radio"
            name={name}
            aria-keyshortcuts={String(number)}
            checked={choice === number}
            onChange={() => onChoose(number)}
          />
          <span class="option-words">
            <b>{label}</b>
            <span>{description}</span>
          </span>
          <kbd>{number}</kbd>
        </label>
      ))}
      {question.allowOther && (
        <label class="option other">
          <input
            type="radio"
            name={name}
            checked={choice === 'other'}
            onChange={() => onChoose('other')}
          />
          <span class="option-words">
            <b>Other</b>
            <span>Say below what you want instead.</span>
          </span>
        </label>
      )}
    </fieldset>
  );
}
