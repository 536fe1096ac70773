import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../icons/icon.tsx';
import { IconButton } from '../icons/icon-button.tsx';
import type { Outcome, QuestionStore } from './question-store.ts';

/** What became of the question that was answered last. */
export function QuestionOutcome({
  store,
  takesFocus,
}: {
  readonly store: QuestionStore;
  /** The focus was in the card that has gone, and would otherwise be lost. */
  readonly takesFocus: () => boolean;
}) {
  const outcome = store.outcome.value;
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (outcome !== null && takesFocus()) line.current?.focus({ preventScroll: true });
  }, [outcome]);
  if (outcome === null) return null;
  const { recorded, unsent } = outcome;
  return (
    <div
      ref={line}
      class={`question-outcome ${recorded?.status === 'answered' ? 'good' : ''}`}
      tabIndex={-1}
    >
      <Icon name={recorded === null ? 'change' : 'check'} />
      <div class="outcome-words">
        <OutcomeText outcome={outcome} />
        {unsent !== undefined && <p class="unsent">You had written: {unsent}</p>}
      </div>
      <IconButton icon="close" label="Dismiss" onClick={store.dismissOutcome} />
    </div>
  );
}

function OutcomeText({ outcome }: { readonly outcome: Outcome }) {
  const { question, recorded, stands } = outcome;
  if (recorded === null) {
    return (
      <p>
        <b>{question.header}</b> was settled elsewhere{stands === undefined ? '' : `: ${stands}`}
      </p>
    );
  }
  if (recorded.status === 'declined') {
    return (
      <p>
        <b>{question.header}</b>: declined, without an answer
      </p>
    );
  }
  const { number, choice, qualification, words } = recorded;
  return (
    <>
      <p>
        <b>{question.header}</b>: {number === undefined ? words : choice}
        {qualification !== undefined && `, ${qualification}`}
      </p>
      <p class="quiet">
        {question.record === undefined
          ? 'Handed to the agent'
          : `Recorded as ${question.record.id}`}
      </p>
    </>
  );
}
