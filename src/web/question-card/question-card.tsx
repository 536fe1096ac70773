import { useId, useRef } from 'preact/hooks';
import type { AskedQuestion } from '../../core/question/asked-question.ts';
import { isComposing } from '../composer/composition.ts';
import { WritingField } from '../composer/writing-field.tsx';
import { DrawnText } from '../labels/drawn-text.tsx';
import type { TextRenderer } from '../state/text-renderer.ts';
import { QuestionHead } from './question-head.tsx';
import { QuestionOptions } from './question-options.tsx';
import type { QuestionStore } from './question-store.ts';
import { isWritten, type ReplyDraft } from './reply-draft.ts';

/** What a card is made of. */
export interface QuestionCardProps {
  readonly store: QuestionStore;
  readonly texts: TextRenderer;
  readonly question: AskedQuestion;
}

/** A question that waits, with its options and a field for the person's own words. */
export function QuestionCard({ store, texts, question }: QuestionCardProps) {
  const { ref, options } = question;
  const card = useRef<HTMLElement>(null);
  const title = useId();
  const reply = store.reply(ref);
  const problem = store.problems.value.get(ref);
  const isSending = store.sending.value === ref;
  const choose = (choice: ReplyDraft['choice']): void => store.write(ref, { ...reply, choice });
  const send = (): void => {
    if (isWritten(store.reply(ref)) && store.sending.peek() === null) void store.send(ref);
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || isComposing(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
      return;
    }
    const typing = event.target instanceof HTMLTextAreaElement;
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const option = options.find(({ number }) => event.key === String(number));
    if (option === undefined) return;
    event.preventDefault();
    choose(option.number);
  };
  return (
    <section ref={card} class="question" aria-labelledby={title} tabIndex={-1} onKeyDown={pressed}>
      <QuestionHead store={store} question={question} />
      <h2 id={title}>{question.header}</h2>
      <DrawnText texts={texts} text={question.prompt} class="text prompt" />
      <QuestionOptions question={question} choice={reply.choice} onChoose={choose} />
      <WritingField
        label={fieldLabels(question, reply).label}
        placeholder={fieldLabels(question, reply).placeholder}
        text={reply.words}
        rows={reply.choice === 'other' ? 2 : 1}
        previewing={false}
        onText={(words) => store.write(ref, { ...store.reply(ref), words })}
        onSend={send}
        onClose={() => card.current?.focus({ preventScroll: true })}
      />
      <p class="follow-up" role="status">
        {problem}
      </p>
      <div class="question-foot">
        <button
          type="button"
          class="primary"
          disabled={!isWritten(reply)}
          aria-disabled={isSending}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={send}
        >
          {isSending ? 'Sending…' : 'Answer'}
        </button>
        {question.source === 'host' && (
          <button
            type="button"
            class="plain"
            aria-disabled={isSending}
            onClick={() => void store.decline(ref)}
          >
            Decline
          </button>
        )}
        <span class="question-hint">
          <kbd>Ctrl ↵</kbd>
        </span>
      </div>
    </section>
  );
}

function fieldLabels(
  { allowOther }: AskedQuestion,
  { choice }: ReplyDraft,
): { readonly label: string; readonly placeholder: string } {
  if (choice === 'other') {
    return { label: 'Your own answer', placeholder: 'What do you want instead?' };
  }
  if (choice !== null || !allowOther) {
    return { label: 'What to add to the choice', placeholder: 'Add “but …”, if you like' };
  }
  return { label: 'What to add, or your own answer', placeholder: 'Or in your own words' };
}
