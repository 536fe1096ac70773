import { Icon } from '../icons/icon.tsx';
import { usePage } from '../page.ts';
import type { PageThread } from '../state/review-state.ts';
import { roundOfLastWord } from './round-times.ts';
import { WordChange } from './word-change.tsx';

/** Says that the text under a thread changed after its last message, and how. */
export function TextChanged(props: {
  readonly thread: PageThread;
  /** Only that it did. */
  readonly short: boolean;
}) {
  const { changes, rounds } = usePage();
  const { thread, short } = props;
  const changed = changes.underThreads.value.get(thread.id);
  if (!changed) return null;
  const since = roundOfLastWord(rounds.rounds.value, thread);
  return (
    <div class={`text-changed ${short ? 'short' : ''}`}>
      <p class="text-changed-title">
        <Icon name="change" />
        <b>{isAnswer(thread) ? 'Answered by a change' : 'Text changed since'}</b>
        {!short && <span class="quiet">after round {since}</span>}
      </p>
      {!short &&
        (changed.isNew ? (
          <p class="quiet">The text here is new.</p>
        ) : (
          <WordChange pieces={changed.pieces} />
        ))}
    </div>
  );
}

/** Whether a change of the text came after a person's word, with none of the agent's between. */
export function isAnswer(thread: PageThread): boolean {
  return thread.messages.at(-1)?.author.kind === 'person';
}
