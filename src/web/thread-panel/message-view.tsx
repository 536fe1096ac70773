import type { Intent } from '../../core/review/wire.ts';
import { Spark } from '../icons/icon.tsx';
import { initials, speakerName } from '../labels/speaker.ts';
import { Time } from '../labels/time.tsx';
import { usePage } from '../page.ts';
import type { PageMessage, PageThread } from '../state/review-state.ts';
import { DeliveryLine } from './delivery-line.tsx';
import { MessageText } from './message-text.tsx';
import { SuggestionDiff } from './suggestion-diff.tsx';

/** What a message is shown with. */
export interface MessageProps {
  readonly thread: PageThread;
  readonly message: PageMessage;
  /** Only the first lines. */
  readonly short?: boolean;
  /** Said in an earlier review: nothing is on its way to anybody. */
  readonly previous?: boolean;
}

/** One message: who, what kind, when, the words, and how far they have come. */
export function MessageView(props: MessageProps) {
  const { thread, message, short = false, previous = false } = props;
  const { review } = usePage();
  const name = speakerName(message, review.state.value?.review.reviewerName);
  const isAgent = message.author.kind === 'agent';
  return (
    <div
      class={`message ${isAgent ? 'take' : ''} ${short ? 'short' : ''} ${message.pending ? 'pending' : ''}`}
    >
      <div class="who">
        <span class="avatar" aria-hidden="true">
          {isAgent ? <Spark /> : initials(name)}
        </span>
        <b>{name}</b>
        {isAgent && <span class="tag">{message.role === 'take' ? 'take' : 'note'}</span>}
        <IntentTag intent={message.intent} />
        {message.removed && <span class="tag">removed from the file</span>}
        <Time time={message.createdAt} />
      </div>
      <MessageText text={message.text} />
      {message.replacement !== undefined && (
        <SuggestionDiff thread={thread} replacement={message.replacement} />
      )}
      {!isAgent && !previous && <DeliveryLine message={message} />}
    </div>
  );
}

const intentLook: Record<Exclude<Intent, 'comment'>, string> = {
  question: 'ask',
  change: 'change',
  suggestion: 'suggest',
};

function IntentTag({ intent }: { readonly intent: Intent | undefined }) {
  if (!intent || intent === 'comment') return null;
  return <span class={`tag ${intentLook[intent]}`}>{intent}</span>;
}
