import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Intent } from '../../core/review/wire.ts';
import { Icon, type IconName } from '../icons/icon.tsx';

const intents: readonly {
  readonly intent: Intent;
  readonly label: string;
  readonly icon: IconName;
}[] = [
  { intent: 'comment', label: 'Comment', icon: 'comment' },
  { intent: 'question', label: 'Question', icon: 'question' },
  { intent: 'change', label: 'Change', icon: 'change' },
  { intent: 'suggestion', label: 'Suggest', icon: 'suggestion' },
];

/** What a remark asks for: an answer is not a change. */
export function IntentPicker(props: {
  readonly value: Intent;
  readonly onPick: (intent: Intent) => void;
}): JSX.Element {
  const name = useId();
  return (
    <fieldset class="intents">
      <legend class="sr-only">Kind of remark</legend>
      {intents.map(({ intent, label, icon }) => (
        <label key={intent} class={`intent ${props.value === intent ? 'chosen' : ''}`}>
          <input
            type="radio"
            class="sr-only"
            name={name}
            value={intent}
            checked={props.value === intent}
            onChange={() => props.onPick(intent)}
          />
          <Icon name={icon} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
