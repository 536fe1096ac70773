import { useId } from 'preact/hooks';
import type { Intent } from '../../core/review/wire.ts';

const intents: readonly {
  readonly intent: Intent;
  readonly label: string;
}[] = [
  { intent: 'comment', label: 'Comment' },
  { intent: 'question', label: 'Question' },
  { intent: 'change', label: 'Change' },
  { intent: 'suggestion', label: 'Suggest' },
];

/** What a remark asks for: an answer is not a change. */
export function IntentPicker(props: {
  readonly value: Intent;
  readonly onPick: (intent: Intent) => void;
}) {
  const name = useId();
  return (
    <fieldset class="intents">
      <legend class="sr-only">Kind of remark</legend>
      {intents.map(({ intent, label }) => (
        <label key={intent} class={`intent ${props.value === intent ? 'chosen' : ''}`}>
          <input
            type="radio"
            class="sr-only"
            name={name}
            value={intent}
            checked={props.value === intent}
            onChange={() => props.onPick(intent)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
